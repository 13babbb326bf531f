import type { Selectable } from 'kysely'
import { seal, unseal } from '../../crypto/secret-box.ts'
import type { Secrets } from '../../crypto/secrets.ts'
import type { WebhookTables } from '../../db/webhook-types.ts'

export type EndpointRow = Selectable<WebhookTables['webhook_endpoint']>

/** The answer of a receiver that wants no more messages. */
export const GONE_STATUS = 410

/** Time after the first failed attempt of an event at which the endpoint is paused. */
const givenUpAfterHours = 72
const firstWaitSeconds = 10
const longestWaitSeconds = 4 * 3600

/** Seconds until the next attempt: 10 s, 20 s, 40 s ... 4 hours. */
export const waitSeconds = (attempts: number): number =>
  Math.min(firstWaitSeconds * 2 ** (attempts - 1), longestWaitSeconds)

/** Whether an endpoint is paused after a failed attempt: after three days, or at once if the receiver is gone. */
export function isGivenUp(
  { status, failing_since }: { status: number | null; failing_since: string },
  now: Temporal.Instant,
): boolean {
  const since = Temporal.Instant.from(failing_since)
  return status === GONE_STATUS || now.since(since).total('hours') >= givenUpAfterHours
}

const sealOf = (endpoint_id: number) => ({ purpose: 'webhook secret', owner: endpoint_id })

/** Encrypts the secret of an endpoint for the database. */
export const sealSecret = (secrets: Pick<Secrets, 'secret_key'>, secret: string, endpoint_id: number) =>
  seal(secrets, secret, sealOf(endpoint_id))

/** The secrets that sign a message now: the present one, and within a day of a rotation the one before. */
export function signingSecrets(
  secrets: Pick<Secrets, 'secret_key'>,
  row: Pick<EndpointRow, 'id' | 'sealed_secret' | 'sealed_previous_secret' | 'previous_secret_until'>,
  now: Temporal.Instant,
): string[] {
  const { id, sealed_secret, sealed_previous_secret: previous, previous_secret_until: until } = row
  const isValid = until !== null && Temporal.Instant.compare(now, Temporal.Instant.from(until)) < 0
  return [sealed_secret, ...(previous !== null && isValid ? [previous] : [])].map((sealed) =>
    unseal(secrets, sealed, sealOf(id)),
  )
}
