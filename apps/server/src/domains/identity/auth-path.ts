// Below which the calls of signing in stand. Browsers send the refresh token nowhere else.

export const authPath = '/auth/v1'
