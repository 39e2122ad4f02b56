// Violates design-system-knows-no-product.

import { Link } from 'react-router'

export const link = Link
