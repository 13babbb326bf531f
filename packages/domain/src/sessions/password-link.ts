import { z } from 'zod'
import { passwordConfig } from './access-config.ts'
import { resetPasswordBody } from './schema.ts'

/** Body of `POST /auth/password-link`, with which the app checks a mailed link before it shows the form. */
export const passwordLinkBody = resetPasswordBody.pick({ token: true })
/** Answer of `POST /auth/password-link`: the kind of the link and the rules of the new password. */
export const passwordLink = z.object({ kind: z.enum(['invitation', 'reset']), rules: passwordConfig })
