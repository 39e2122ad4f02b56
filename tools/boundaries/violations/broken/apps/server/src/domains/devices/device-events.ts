// Violates rules-are-pure-of-libraries.

import nodemailer from 'nodemailer'

export const events = nodemailer
