import { z } from 'zod'
import { passwordConfig } from './access-config.ts'
import { resetPasswordBody } from './schema.ts'

/** `POST /auth/password-link`: what a mailed link is good for, told before anything is typed. */
export const passwordLinkBody = resetPasswordBody.pick({ token: true })
export const passwordLink = z.object({ kind: z.enum(['invitation', 'reset']), rules: passwordConfig })
