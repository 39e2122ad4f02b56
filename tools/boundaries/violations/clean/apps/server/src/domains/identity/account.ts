import { z } from 'zod'

export const accountName = z.string()
