import type { NoticeKind } from '@quincena/domain/notifications/kinds'
import type { Db } from '../../db/types.ts'

/** A notice about a loan that is about to leave by mail or as a message. */
export interface LateNotice {
  loan_id: number
  /** What follows the loan in its reason: `2026-12-15:3-days`. */
  detail: string
  now: Temporal.Instant
}

/**
 * Returns why a notice is not true any more, as a code (`paid`), or null if it is sent. A mail may wait for days behind an
 * outage, and meanwhile what it asks for may be done.
 */
export type NoticeJudge = (db: Db, notice: LateNotice) => Promise<string | null>

const judges = new Map<NoticeKind, NoticeJudge>()

/** Registers the judges of kinds of notices; the composition root calls it before anything is sent. */
export function registerNoticeJudges(registered: Partial<Record<NoticeKind, NoticeJudge>>): void {
  for (const kind of Object.keys(registered) as NoticeKind[]) {
    const judge = registered[kind]
    if (judge !== undefined) judges.set(kind, judge)
  }
}

/** The judge of a kind; undefined where what it says stays true. */
export const judgeOf = (kind: NoticeKind): NoticeJudge | undefined => judges.get(kind)
