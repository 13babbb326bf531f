import { lenderOf } from '@quincena/domain/brand/content'
import { businessDay } from '@quincena/domain/dates'
import { tradeNameOf } from '@quincena/domain/lender/schema'
import type { BrandInForce, CurrentBrand, LogoPicture } from '../../../command/brand.ts'
import { readInTurn } from '../../../command/read-in-turn.ts'
import type { Deps } from '../../../deps.ts'
import { presentShown } from '../presenters.ts'
import { getLogo } from './logos.ts'
import { inForceOn, listBrands, type StoredBrand } from './versions.ts'

/** Reads pictures of logos once each; a hash never names another picture. */
function openPictures(db: Deps['db']) {
  const reads = new Map<string, Promise<LogoPicture>>()
  return (sha256: string): Promise<LogoPicture> => {
    const reading = reads.get(sha256) ?? getLogo(db, sha256)
    reads.set(sha256, reading)
    reading.catch(() => reads.delete(sha256))
    return reading
  }
}

function describe(row: StoredBrand): CurrentBrand {
  const lender = lenderOf(row.content, row.logo_sha256)
  const shown = presentShown(row)
  return { lender, trade_name: tradeNameOf(lender), colors: shown.colors, shown }
}

/** The command line publishes no events: its versions are seen after this time. */
const kept_ms = 60_000

type Source = Pick<Deps, 'db' | 'clock'> & {
  events: Pick<Deps['events'], 'subscribe' | 'onGap'>
  log?: Pick<Deps['log'], 'error'>
}

/**
 * Keeps all versions of the brand in memory and picks the one of the business day, so that a version comes into force at
 * midnight in Mexico City in all processes. Reads them again when one is published, and after a gap in the events, and
 * every minute that it is asked. Throws if there is no version: `insertFirstBrand` comes first.
 */
export async function openBrand({ db, clock, events, log }: Source): Promise<BrandInForce> {
  let versions = await listBrands(db)
  let read_at_ms = performance.now()
  const described = new Map<number, CurrentBrand>()
  const reload = readInTurn(async () => {
    read_at_ms = performance.now()
    versions = await listBrands(db)
  })
  const reloadLater = () => {
    reload().catch((err: unknown) => log?.error({ err }, 'the brand could not be read again'))
  }
  events.subscribe(({ topic }) => {
    if (topic === 'brand') reloadLater()
  })
  events.onGap(reloadLater)
  const current = () => {
    if (performance.now() - read_at_ms > kept_ms) reloadLater()
    // Before the first version's date, as with a clock that was set back, the oldest one counts.
    const row = inForceOn(versions, businessDay(clock())) ?? versions.at(-1)
    if (row === undefined) throw new Error('The brand has no version')
    const known = described.get(row.id) ?? describe(row)
    described.set(row.id, known)
    return known
  }
  current()
  const readPicture = openPictures(db)
  const readLogo = async () => {
    const { logo } = current().lender
    return logo === undefined ? undefined : readPicture(logo)
  }
  return { current, readLogo, reload }
}
