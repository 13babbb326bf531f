import { z } from 'zod'
import { loginBody } from './schema.ts'

/** Answer of `POST /auth/oidc-login/start`: the provider's page, which the browser opens. */
export const oidcStart = z.object({ url: z.url() })

const { device, session } = loginBody.shape

/** Body of `POST /auth/oidc-login`: what the provider added to the address of the page that it returned to. */
export const oidcLoginBody = z.object({
  code: z.string().min(1).max(4000),
  state: z.string().min(1).max(200),
  iss: z.string().max(500).optional(),
  device,
  session,
})
export type OidcLoginBody = z.infer<typeof oidcLoginBody>

/** Body of `POST /auth/oidc-login/code`: the code of the own second factor, after `code_required`. */
export const oidcCodeBody = z.object({
  code: z.string().trim().max(40, 'Máximo 40 caracteres'),
  device,
  session,
})
export type OidcCodeBody = z.infer<typeof oidcCodeBody>
