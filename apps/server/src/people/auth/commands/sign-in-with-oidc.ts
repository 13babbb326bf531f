import type { OidcCodeBody, OidcLoginBody } from '@quincena/domain/sessions/oidc'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import { newToken } from '../../../crypto/tokens.ts'
import type { Deps } from '../../../deps.ts'
import type { Origin } from '../../../http/request.ts'
import type { OidcIdentity } from '../../../integrations/oidc/oidc-client.ts'
import { OidcError } from '../../../integrations/oidc/oidc-error.ts'
import { getAccessConfig } from '../queries/access.ts'
import { findPerson } from '../queries/person.ts'
import { clientOf, emailOf, emailOfIdentity, factorTime, findOwner, requireGroup } from './check-identity.ts'
import { requireSecondStep } from './check-second-factor.ts'
import { bindIdentity, takeOnce } from './oidc-identities.ts'
import { type BegunOidc, OIDC_MINUTES, type OidcCodeStep } from './oidc-steps.ts'
import { recordFailure } from './record-failure.ts'
import { completeSignIn, type OpenedSession, refuseBlocked } from './sign-in.ts'
import { attempt } from './sign-in-attempts.ts'

const endOf = (deps: Deps) => isoOf(deps.clock().add({ minutes: OIDC_MINUTES }))

/** Logs why and turns an error of the provider into `oidc.refused` (401) or `oidc.unavailable` (503). */
function answerOf(deps: Deps, error: unknown): unknown {
  if (!(error instanceof OidcError)) return error
  deps.log.warn({ reason: error.reason }, 'a sign-in at the provider of identities failed')
  return error.is_refused ? new AppError('oidc.refused', 401) : new AppError('oidc.unavailable', 503)
}

/**
 * Begins a sign-in at the provider: its page, and what the browser keeps sealed until it returns. Throws
 * `oidc.not_configured` (409), `oidc.unavailable` (503).
 */
export async function beginOidc(
  deps: Deps,
  redirect_uri: string,
): Promise<{ url: string; begun: BegunOidc }> {
  const client = clientOf(deps)
  const { url, ...checks } = await client.begin(redirect_uri).catch((error: unknown) => {
    throw answerOf(deps, error)
  })
  return { url, begun: { ...checks, issuer: client.settings.issuer, expires_at: endOf(deps) } }
}

const isOver = (deps: Deps, { expires_at }: { expires_at: string }) =>
  Temporal.Instant.compare(Temporal.Instant.from(expires_at), deps.clock()) <= 0

interface SignIn {
  origin: Origin
  redirect_uri: string
  body: OidcLoginBody
  /** From the cookie of the browser that began the sign-in; undefined without one. */
  begun: BegunOidc | undefined
}

/**
 * Uses the sign-in up, and only then asks the provider, so that a code that came twice is exchanged once. Throws
 * `oidc.expired` (401) for a sign-in of another browser, an old one and a used one, and as `answerOf`.
 */
async function readIdentity(deps: Deps, { redirect_uri, body, begun }: SignIn): Promise<OidcIdentity> {
  const client = clientOf(deps)
  const { code, state, iss } = body
  const isOwn = begun?.state === state && begun.issuer === client.settings.issuer
  if (!isOwn || isOver(deps, begun) || !(await takeOnce(deps, { ...begun, key: begun.state })))
    throw new AppError('oidc.expired', 401)
  return client.finish({ redirect_uri, code, state, iss }, begun).catch((error: unknown) => {
    throw answerOf(deps, error)
  })
}

/** Codes of refusals that the history of the person and the audit trail have. */
const recorded: readonly string[] = [
  ...['oidc.expired', 'oidc.refused', 'oidc.email_unverified', 'oidc.no_account', 'oidc.wrong_group'],
  'oidc.other_identity',
]

/** A sign-in that goes on with a code of the product's own, or its session. */
type OidcOutcome = { session: OpenedSession } | { step: OidcCodeStep }

async function admit(
  deps: Deps,
  identity: OidcIdentity,
  { origin, body }: Pick<SignIn, 'origin' | 'body'>,
): Promise<OidcOutcome> {
  const client = clientOf(deps)
  const person = await findOwner(deps, identity)
  const config = await getAccessConfig(deps.db)
  refuseBlocked(deps, person, config)
  requireGroup(client, identity, person)
  const factor_at = factorTime(deps, client, identity)
  const finish = async (has_given_code: boolean): Promise<OidcOutcome> => ({
    session: await completeSignIn(deps, person, {
      ...{ origin, body, config, has_given_code, factor_at, attempt: null },
      begin: (trx) => bindIdentity(deps, trx, { person, identity, origin }),
    }),
  })
  if (factor_at !== undefined) return finish(true)
  const email = await emailOf(deps, person.id)
  try {
    return await finish(
      await requireSecondStep(deps, { person, email, body: { device: body.device }, origin }),
    )
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'code_required')) throw error
    const { issuer, subject } = identity
    const { id: user_id, user_type } = person
    return { step: { key: newToken(), user_id, user_type, issuer, subject, expires_at: endOf(deps) } }
  }
}

/**
 * Signs a person of the staff in with what the provider returned to the browser that began the sign-in. The account must
 * exist and be active, and the groups at the provider must give exactly its user type. A second factor at the provider
 * counts if the settings say so; else a person who has one here gets a step for its code. Refusals of the identity are recorded as
 * failed sign-ins. Throws as `readIdentity`, `findOwner`, `requireGroup` and `bindIdentity`, and `account_disabled` and
 * `password_expired` (401).
 */
export async function signInWithOidc(deps: Deps, signIn: SignIn): Promise<OidcOutcome> {
  let identity: OidcIdentity | undefined
  try {
    identity = await readIdentity(deps, signIn)
    return await admit(deps, identity, signIn)
  } catch (error) {
    if (error instanceof AppError && recorded.includes(error.code)) {
      const email = identity === undefined ? '' : await emailOfIdentity(deps, identity)
      await recordFailure(deps, { email, outcome: 'wrong_identity', origin: signIn.origin })
    }
    throw error
  }
}

interface CodeStep {
  origin: Origin
  body: OidcCodeBody
  step: OidcCodeStep | undefined
}

/** Where wrong codes after a sign-in at the provider count, apart from passwords, which strangers can try. */
const codeScope = 'oidc'

/** The person of the step, if their role is the same and they still have a factor. Throws `oidc.expired` (401). */
async function readStepOwner(deps: Deps, step: OidcCodeStep | undefined) {
  const client = clientOf(deps)
  if (step === undefined || step.issuer !== client.settings.issuer || isOver(deps, step))
    throw new AppError('oidc.expired', 401)
  const person = await findPerson(deps.db, { id: step.user_id })
  // A step is only for who has a factor: a reset of it ends the step, as it ends the bond.
  if (person?.user_type !== step.user_type || !person.has_factor) throw new AppError('oidc.expired', 401)
  return { person, email: await emailOf(deps, person.id), step }
}

/**
 * Finishes a sign-in with the provider by a code of the person's own second factor. The step works once, and a wrong code
 * leaves it open. Throws `oidc.expired`, `oidc.other_identity`, `code_required`, `code_invalid`, `account_disabled` and
 * `password_expired` (401), `oidc.not_configured` (409), and `account_locked` (423) after too many wrong codes.
 */
export async function finishOidcWithCode(
  deps: Deps,
  { origin, body, step }: CodeStep,
): Promise<OpenedSession> {
  const owner = await readStepOwner(deps, step)
  const { person, email, step: identity } = owner
  return attempt(deps, { email, scope: codeScope }, async (config) => {
    refuseBlocked(deps, person, config)
    const has_given_code = await requireSecondStep(deps, { person, email, body, origin })
    if (!(await takeOnce(deps, identity))) throw new AppError('oidc.expired', 401)
    return completeSignIn(deps, person, {
      ...{ origin, body, config, has_given_code, attempt: null },
      begin: (trx) => bindIdentity(deps, trx, { person, identity, origin }),
    })
  })
}
