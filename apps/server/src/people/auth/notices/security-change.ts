import type { NoticeWords } from '@quincena/domain/texts/notice-words'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Notifying } from '../../../platform/notifications/commands/notice-insert.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'

/** The news to admins about others are code; their title is the subject of the mail, so it has no name. */
type SecurityWords = { title: string; message: string } | { words: NoticeWords }

type SecurityNews = SecurityWords & {
  user_id: number
  /** Key of a notice that is sent once; without it, the notice is sent each time. */
  once?: string
}

const nameOf = (news: SecurityWords) => ('words' in news ? news.words.document : news.title)

/** Notifies a user in the app and by mail about a security event, inside the caller's transaction. */
export async function notifyOfSecurityChange(
  deps: Notifying,
  trx: Trx,
  { user_id, once, ...news }: SecurityNews,
): Promise<void> {
  const reason_key = `security:${once ?? `${nameOf(news)}:${isoOf(deps.clock())}`}` as const
  await notify(deps, trx, { recipient_id: user_id, ...news, reason_key })
}
