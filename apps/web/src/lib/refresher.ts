import { EVENT_TOPICS, type EventTopic } from '@quincena/domain/events/topics'
import {
  type InvalidateQueryFilters,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query'
import { z } from 'zod'
import type { ServerEvent } from './event-stream.ts'
import { keys } from './keys.ts'
import { currentSession } from './session.ts'
import { refreshUser } from './sign-in.ts'

/** The event's name is the kind of record that changed; the event's data identify the record. */
const topicName = z.enum(EVENT_TOPICS)

/** The topics of events, and of changes that the server publishes no event about. */
type Topic =
  | EventTopic
  | 'access_config'
  | 'account_verification_setting'
  | 'api_token'
  | 'consent'
  | 'loan_limits'
  | 'order_limits'
  | 'preference'
  | 'privacy_request'
  | 'proof_settings'
  | 'saved_view'
  | 'session'
  | 'signing_settings'
  | 'two_factor'
  | 'webhook'

/**
 * The queries that a change makes stale. This table is the only place that says so. The event stream refreshes them
 * for the changes of all users; a mutation names the topics that it changed with `useRefresh`, so that its own screen
 * shows the result without waiting for the event. No mutation invalidates by key; before it refreshes, it may store
 * the server's answer in a query or remove the query of a deleted record.
 */
export const staleAfter: Record<Topic, readonly QueryKey[]> = {
  notification: [keys.notifications.all],
  loan: [
    ...[keys.loans.all, keys.transfers.all, keys.documents.all],
    ...[keys.dashboard.all, keys.notifications.all, keys.incomingPayments.all, keys.workerBalances.all],
    ...[keys.banks.all, keys.activity.all, keys.collections.all],
  ],
  transfer: [keys.transfers.all, keys.loans.all, keys.treasury.all, keys.activity.all],
  incoming_payment: [keys.incomingPayments.all, keys.treasury.all],
  document: [keys.documents.all, keys.loans.all, keys.users.all, keys.dashboard.all, keys.activity.all],
  user: [keys.users.all, keys.documents.all, keys.activity.all],
  company: [keys.companies.all, keys.activity.all],
  reconciliation: [keys.reconciliation.all],
  balance: [keys.balance.all, keys.treasury.all],
  import: [keys.imports.all, keys.loanImports.all],
  approval: [
    ...[keys.approvals.all, keys.workerBalances.all, keys.treasury.all, keys.banks.all],
    // A loan says whether its worker's data wait for a confirmation.
    ...[keys.loans.all, keys.transfers.limits, keys.accountVerifications.setting],
    ...[keys.activity.all, keys.texts.all, keys.brand.all, keys.apiTokens.all, keys.loanImports.all],
  ],
  worker_balance: [keys.workerBalances.all],
  account_verification: [
    ...[keys.accountVerifications.all, keys.loans.all, keys.dashboard.all, keys.approvals.all],
  ],
  account_verification_setting: [keys.accountVerifications.setting, keys.audit.all],
  api_token: [keys.apiTokens.all, keys.audit.all],
  bank: [keys.banks.all],
  access_config: [keys.accessConfig.all, keys.audit.all],
  loan_limits: [keys.loans.limits, keys.audit.all],
  order_limits: [keys.transfers.all, keys.audit.all],
  consent: [keys.consents.all],
  preference: [keys.preferences.all],
  privacy_request: [keys.privacyRequests.all],
  proof_settings: [keys.banks.proofSettings, keys.banks.all, keys.dashboard.all, keys.audit.all],
  note: [keys.activity.all, keys.collections.all],
  saved_view: [keys.savedViews.all],
  brand: [keys.brand.all, keys.approvals.all, keys.audit.all],
  text: [keys.texts.all, keys.approvals.all, keys.audit.all],
  session: [keys.sessions.all],
  signing_settings: [keys.loans.signing, keys.audit.all],
  two_factor: [keys.twoFactor.state, keys.twoFactor.passkeys],
  webhook: [keys.webhooks.all, keys.audit.all],
}

/** Does nothing for a guest: after a logout the last screen stays until the login has loaded. */
async function invalidate(client: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  if (currentSession().state !== 'guest') await client.invalidateQueries(filters)
}

/**
 * Marks the queries of a key as stale and refetches those shown. `invalidateQueries` joins a first load in progress,
 * which may have read the data before the change; such a query is made stale once more when it has loaded.
 */
export async function refetchKey(client: QueryClient, queryKey: QueryKey, exact = false): Promise<void> {
  const firstLoads = client.getQueryCache().findAll({
    ...{ queryKey, exact, fetchStatus: 'fetching' },
    predicate: ({ state }) => state.data === undefined,
  })
  await invalidate(client, { queryKey, exact })
  await Promise.allSettled(firstLoads.map(({ promise }) => promise))
  await Promise.all(firstLoads.map(({ queryKey }) => invalidate(client, { queryKey, exact: true })))
}

/** Refetches the shown queries that the topics make stale, each once; the others load when they are next shown. */
async function refetch(client: QueryClient, topics: Iterable<Topic>): Promise<void> {
  const stale = new Set([...topics].flatMap((topic) => staleAfter[topic]))
  await Promise.all([...stale].map((queryKey) => refetchKey(client, queryKey)))
}

/**
 * For the `onSuccess` or `onSettled` of a mutation: a function that refetches what a change of these topics makes stale.
 * Its promise resolves when the shown queries have loaded; return it to keep the mutation pending until then.
 */
export function useRefresh(...topics: Topic[]): () => Promise<void> {
  const client = useQueryClient()
  return () => refetch(client, topics)
}

/** Topics that may change a worker's own user record. Workers receive only events about themselves. */
const inRecordOfWorker: readonly EventTopic[] = ['loan', 'document', 'user', 'worker_balance']

/** True if the event may change the signed-in user's record. A staff record changes only by `user` events of its id. */
function changesOwnRecord(topic: EventTopic, data: string): boolean {
  const session = currentSession()
  if (session.state === 'guest') return false
  const { id, user_type } = session.user
  return user_type === 'U2'
    ? inRecordOfWorker.includes(topic)
    : topic === 'user' && data === JSON.stringify({ id })
}

/** One refetch serves all events of this interval. */
const batchInterval_ms = 1000

type Pace = (client: QueryClient, topic: EventTopic, data: string) => void
let officePace: Pace | undefined

/**
 * Sets how staff refetch after changes by others, of which they receive many a second. The staff app brings it; without
 * it, and for what concerns the signed-in user, all refetch at once.
 */
export function setOfficePace(pace: Pace | undefined): void {
  officePace = pace
}

/** True if the event is for staff and not about themselves. */
function isOfOthers(topic: EventTopic, data: string): boolean {
  const session = currentSession()
  const isStaff = session.state !== 'guest' && session.user.user_type !== 'U2'
  return isStaff && topic !== 'notification' && !changesOwnRecord(topic, data)
}

/** Refetches stale queries at the first event, then at most once a second for all later events. */
export function createRefresher(client: QueryClient): (event: ServerEvent) => void {
  const stale = new Set<EventTopic>()
  let aboutPerson = false
  let waiting = false

  const refresh = () => {
    waiting = stale.size > 0
    if (!waiting) return
    void refetch(client, stale)
    if (aboutPerson) void refreshUser()
    stale.clear()
    aboutPerson = false
    setTimeout(refresh, batchInterval_ms)
  }

  return ({ event, data }) => {
    const topic = topicName.safeParse(event).data
    if (topic === undefined) return
    if (officePace && isOfOthers(topic, data)) return officePace(client, topic, data)
    stale.add(topic)
    aboutPerson ||= changesOwnRecord(topic, data)
    if (!waiting) refresh()
  }
}
