import { createHash, createHmac } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/** The previous hash of the chain's first link: 32 zero bytes. */
export const firstHash = Buffer.alloc(32)

/** An audit row as its HMAC and its link cover it: the exact text that the database writes. */
export interface AuditContent {
  id: number
  content: string
}

/** The HMAC-SHA-256 of a row under a key, written with the row. */
export function rowHmac(key: string, { id, content }: AuditContent): Buffer {
  return createHmac('sha256', key).update(`${id} ${content}`).digest()
}

/** Whether the HMAC is the row's under one of the keys. */
export const hasHmac = (keys: readonly string[], row: AuditContent, hmac: Buffer | null): boolean =>
  hmac !== null && keys.some((key) => rowHmac(key, row).equals(hmac))

/** The hash of a link: HMAC-SHA-256 of the previous hash and of the row under a key. */
export function linkHash(key: string, previous_hash: Buffer, { id, content }: AuditContent): Buffer {
  return createHmac('sha256', key).update(previous_hash).update(`${id} ${content}`).digest()
}

/** The hash of a link from before the key: SHA-256 of the previous hash and of the row. */
export function plainLinkHash(previous_hash: Buffer, { id, content }: AuditContent): Buffer {
  return createHash('sha256').update(previous_hash).update(`${id} ${content}`).digest()
}

/**
 * The text of a row that is hashed; the row's alias is `audit`. Rows without a device, written before devices were
 * stored, keep their original text; those of a person have no token of the API.
 */
export const auditContent: RawBuilder<string> = sql<string>`(jsonb_build_array(
  audit.actor_id, audit.action, audit.subject, audit.subject_id, audit.before, audit.after, host(audit.ip),
  extract(epoch from audit.created_at))
  || case when audit.user_agent is null then '[]'::jsonb else jsonb_build_array(audit.user_agent) end
  || case when audit.api_token_id is null then '[]'::jsonb
    else jsonb_build_array(jsonb_build_object('api_token', audit.api_token_id)) end)::text`

/** Rows without a link or a head after this time are findings: the job that chains them runs every 5 seconds. */
export const chainedWithin = { minutes: 10 }

/** The storage's key of a day's head of the chain: it covers every row of that day. */
export const headKey = (day: string) => `audit/heads/${day}.json`

/** The storage's key of the newest head. */
export const latestHeadKey = 'audit/heads/latest.json'

/** The storage's key of the first head that was ever kept: the days with heads begin there. */
export const firstHeadKey = 'audit/heads/first.json'

/** The storage's key of up to where the trail was verified. */
export const verifiedKey = 'audit/verified.json'

/** The storage's keys of a day's time stamp: the stamped head, and the authority's answer. */
export const stampKeys = (day: string) => ({
  head: `audit/stamps/${day}.json`,
  stamp: `audit/stamps/${day}.tsr`,
})

/** Whether a file of the storage is a head or a time stamp. */
export const isProof = (key: string): boolean => key.startsWith('audit/')
