import type { EventTopic } from '@quincena/domain/events/topics'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import { z } from 'zod'
import { keys } from '../lib/keys.ts'
import { refetchKey, setOfficePace, staleAfter } from '../lib/refresher.ts'

/** How soon a shown query is refetched after a change by others, and how long after its last load at the earliest. */
interface Pace {
  soonest_ms: number
  latest_ms: number
  apart_ms: number
}

/**
 * The times are random between the soonest and the latest, so that the browsers of an office do not ask all at once for
 * what one payment changed.
 */
const paces = {
  /** The changed record is on the screen. */
  shown: { soonest_ms: 300, latest_ms: 1500, apart_ms: 2000 },
  /** A list or another record that the change may concern: a record may enter or leave, and totals change. */
  possible: { soonest_ms: 500, latest_ms: 2500, apart_ms: 4000 },
  /** The figures of the first screen, which every change concerns a little. */
  dashboard: { soonest_ms: 300, latest_ms: 3000, apart_ms: 30_000 },
} satisfies Record<string, Pace>

/** The topic of the events about the records of a noun, whose id is the record's. */
const topicOfNoun = new Map<unknown, EventTopic>([
  [keys.loans.all[0], 'loan'],
  [keys.transfers.all[0], 'transfer'],
  [keys.users.all[0], 'user'],
  [keys.companies.all[0], 'company'],
  [keys.incomingPayments.all[0], 'incoming_payment'],
])

const [activity, documents] = [keys.activity.all[0], keys.documents.all[0]]

/** The record that a query is about: its topic and its id. Null for lists and for what no event names. */
function recordOf([noun, kind, id]: QueryKey): { topic: unknown; id: number } | null {
  if (typeof id !== 'number') return null
  if (noun === activity || noun === documents) return { topic: kind, id }
  return { topic: topicOfNoun.get(noun), id }
}

const eventData = z.object({ id: z.int() })
const rows = z.object({ results: z.array(z.object({ id: z.int() })) })

/** How the event concerns a query; null if the query is about another record. */
function paceOf({ queryKey, state }: Query, topic: EventTopic, id: number): Pace | null {
  if (queryKey[0] === keys.dashboard.all[0]) return paces.dashboard
  const record = recordOf(queryKey)
  // An id of 0 stands for all records.
  if (record?.topic === topic && id !== 0) return record.id === id ? paces.shown : null
  const list = topicOfNoun.get(queryKey[0]) === topic ? rows.safeParse(state.data).data : undefined
  return list?.results.some((row) => row.id === id) ? paces.shown : paces.possible
}

const isWithin = (queryKey: QueryKey, prefix: QueryKey) =>
  prefix.every((part, index) => queryKey[index] === part)

/** True if a query is not just made stale: the end of a load in progress would make it fresh again. */
const needsTime = (query: Query, pace: Pace) =>
  query.state.fetchStatus === 'fetching' ||
  (!document.hidden && (query.isActive() || pace === paces.dashboard))

/** When to refetch a query by a pace, as milliseconds from now. */
function waitOf({ state }: Query, { soonest_ms, latest_ms, apart_ms }: Pace): number {
  const wait_ms = soonest_ms + Math.random() * (latest_ms - soonest_ms)
  const loaded_ms = Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
  return Math.max(wait_ms, loaded_ms + apart_ms + wait_ms / 10 - Date.now())
}

/**
 * Follows changes by others: a shown query that a change concerns is refetched by its pace, one that is not shown is only
 * made stale (the dashboard after its 30 s), and a query about another record stays as it is. A hidden tab asks for
 * nothing; what changed meanwhile is refetched when it is shown again.
 */
function createOfficePace() {
  const planned = new WeakMap<Query, { pace: Pace; timer: ReturnType<typeof setTimeout> }>()

  const refresh = (client: QueryClient, query: Query) => {
    planned.delete(query)
    if (document.hidden || !query.isActive()) query.invalidate()
    else void refetchKey(client, query.queryKey, true)
  }

  const plan = (client: QueryClient, query: Query, pace: Pace) => {
    const earlier = planned.get(query)
    // A planned time is not drawn again at each event, or the shortest of many would be taken.
    if (earlier !== undefined && earlier.pace.apart_ms <= pace.apart_ms) return
    clearTimeout(earlier?.timer)
    const timer = setTimeout(() => refresh(client, query), waitOf(query, pace))
    planned.set(query, { pace, timer })
  }

  return (client: QueryClient, topic: EventTopic, data: string) => {
    const { id } = eventData.parse(JSON.parse(data))
    for (const query of client.getQueryCache().getAll()) {
      if (!staleAfter[topic].some((prefix) => isWithin(query.queryKey, prefix))) continue
      const pace = paceOf(query, topic, id)
      if (pace === null) continue
      if (needsTime(query, pace)) plan(client, query, pace)
      else query.invalidate()
    }
  }
}

/** While the staff app is open, changes by others are followed at the office's pace. */
export function useOfficePace(): void {
  useEffect(() => {
    setOfficePace(createOfficePace())
    return () => setOfficePace(undefined)
  }, [])
}
