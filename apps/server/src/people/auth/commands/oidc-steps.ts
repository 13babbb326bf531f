import { userType } from '@quincena/domain/users/schema'
import { z } from 'zod'
import { seal, unseal } from '../../../crypto/secret-box.ts'
import type { Secrets } from '../../../crypto/secrets.ts'

/** How long a sign-in at the provider may take, and afterwards the step with a code. */
export const OIDC_MINUTES = 10

/** A sign-in that the browser began at the provider. */
const begunOidc = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  issuer: z.string(),
  expires_at: z.string(),
})
export type BegunOidc = z.infer<typeof begunOidc>

/** A sign-in that lacks the code of the person's own second factor. */
const oidcCodeStep = z.object({
  key: z.string(),
  user_id: z.int(),
  user_type: userType,
  issuer: z.string(),
  subject: z.string(),
  expires_at: z.string(),
})
export type OidcCodeStep = z.infer<typeof oidcCodeStep>

const steps = { begun: begunOidc, code: oidcCodeStep }
type Steps = { [Kind in keyof typeof steps]: z.infer<(typeof steps)[Kind]> }

/** Each kind has a key of its own, so that no value serves as the other; no record owns them. */
const sealOf = (kind: keyof Steps) => ({ purpose: `oidc-${kind}`, owner: 0 })

/** Encrypts and signs what a browser keeps between the steps of a sign-in at the provider. */
export function sealStep<Kind extends keyof Steps>(secrets: Secrets, kind: Kind, step: Steps[Kind]): string {
  return seal(secrets, JSON.stringify(step), sealOf(kind)).toString('base64url')
}

function unsealed(secrets: Secrets, kind: keyof Steps, sealed: string): unknown {
  try {
    return JSON.parse(unseal(secrets, Buffer.from(sealed, 'base64url'), sealOf(kind)))
  } catch {
    return undefined // changed, of another kind, or sealed before another SECRET_KEY
  }
}

/** Opens what `sealStep` returned; undefined if it is anything else. */
export const openBegun = (secrets: Secrets, sealed: string): BegunOidc | undefined =>
  begunOidc.safeParse(unsealed(secrets, 'begun', sealed)).data

export const openCodeStep = (secrets: Secrets, sealed: string): OidcCodeStep | undefined =>
  oidcCodeStep.safeParse(unsealed(secrets, 'code', sealed)).data
