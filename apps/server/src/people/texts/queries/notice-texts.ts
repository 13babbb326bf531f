import { businessDay } from '@quincena/domain/dates'
import type { TextContent } from '@quincena/domain/texts/content'
import { fillNotice } from '@quincena/domain/texts/fill-notice'
import { NOTICE_TEXTS, type NoticeTextName } from '@quincena/domain/texts/notice-names'
import type { NoticeTexts } from '../../../command/notice-texts.ts'
import { readInTurn } from '../../../command/read-in-turn.ts'
import type { Deps } from '../../../deps.ts'
import { listCurrentContents } from './versions.ts'

type Version = Awaited<ReturnType<typeof listCurrentContents>>[number]
type Reading = Pick<Deps, 'db' | 'clock'> & { brand: Pick<Deps['brand'], 'current'> }

/** Reads the versions of the notices that are in force or wait for their date, newest first, by their document. */
async function readVersions({ db, clock }: Pick<Reading, 'db' | 'clock'>): Promise<Map<string, Version[]>> {
  const rows = await listCurrentContents(db, { documents: NOTICE_TEXTS, day: businessDay(clock()) })
  return Map.groupBy(rows, ({ document }) => document)
}

interface Watching {
  /** Versions that another process adds reach this one by its event. */
  events?: Pick<Deps['events'], 'subscribe' | 'onGap'>
  log?: Pick<Deps['log'], 'error'>
  /** Also reads the versions from time to time: the command line adds some without an event. */
  every_ms?: number
}

/**
 * Keeps the texts of notices in memory: those in force and those that wait, so that a command writes a notice without a
 * round trip and a version comes into force at midnight. Ends with `close`.
 */
export async function openNoticeTexts(
  deps: Reading,
  { events, log, every_ms }: Watching = {},
): Promise<NoticeTexts> {
  let versions = await readVersions(deps)
  const refresh = readInTurn(async () => {
    versions = await readVersions(deps)
  })
  const refreshLater = () =>
    void refresh().catch((error: unknown) => log?.error({ err: error }, 'texts of notices not read'))
  const contentOf = (document: NoticeTextName): TextContent => {
    const all = versions.get(document) ?? []
    const day = businessDay(deps.clock())
    // A clock that was set back finds no version in force: then the oldest one.
    const found = all.find(({ effective_date }) => effective_date <= day) ?? all.at(-1)
    if (found === undefined) throw new Error(`no version of ${document}`)
    return found.content
  }
  const unsubscribe = events?.subscribe(({ topic }) => {
    if (topic === 'text') refreshLater()
  })
  const unwatch = events?.onGap(refreshLater)
  const timer = every_ms === undefined ? undefined : setInterval(refreshLater, every_ms).unref()
  return {
    write({ document, values, conditions }) {
      const { trade_name, lender } = deps.brand.current()
      const ofLender = { trade_name, lender: lender.name, phone: lender.phone }
      return fillNotice(document, contentOf(document), { values: { ...ofLender, ...values }, conditions })
    },
    refresh,
    close() {
      clearInterval(timer)
      unsubscribe?.()
      unwatch?.()
    },
  }
}
