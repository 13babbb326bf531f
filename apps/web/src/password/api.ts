import { passwordLink } from '@quincena/domain/sessions/password-link'
import { resetPasswordBody } from '@quincena/domain/sessions/schema'
import { z } from 'zod'
import { api, noContent } from '../lib/api.ts'

/** Mails a link that sets a new password; answers the same for an unknown address. */
export const requestLink = (body: { email: string }) =>
  api.post(z.object({}), '/auth/forgot-password', { body })

/** Gets the kind of a mailed link and the password rules; fails with `token_invalid`. */
export const getPasswordLink = (token: string, signal: AbortSignal) =>
  api.post(passwordLink, '/auth/password-link', { body: { token }, signal })

/** Sets the password of the link's user; the server ends the user's sessions. */
export const resetPassword = (body: z.input<typeof resetPasswordBody>) =>
  api.post(noContent, '/auth/reset-password', { body: z.encode(resetPasswordBody, body) })
