// What fits into a message, a jsonb column, an answer.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }
