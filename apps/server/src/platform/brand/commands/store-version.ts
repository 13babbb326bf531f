import { type BrandContent, canonicalBrand } from '@quincena/domain/brand/content'
import type { Day } from '@quincena/domain/dates'
import { isoOf } from '../../../command/clock.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type AuditedCaller, type Auditing, writeAudit } from '../../audit/commands/write-audit.ts'
import { nextVersion } from '../queries/versions.ts'
import { hashBrand } from '../rules.ts'

/** What the commands of the brand need; the command line has no signed-in user and no screens to notify. */
export type BrandDeps = Auditing & { events: Pick<Deps['events'], 'publish'> }

interface NewVersion {
  effective_date: Day
  summary: string
  content: BrandContent
  logo: string | null
  by:
    | { source: 'command_line' }
    | { source: 'one_admin'; user_id: number }
    | {
        source: 'two_admins'
        created_by: number
        approved_by: number
        approval_id: number
        requested_at: string
      }
}

function peopleOf(by: NewVersion['by'], now: string) {
  if (by.source === 'command_line') return { created_at: now, approved_at: now }
  if (by.source === 'one_admin')
    return { created_by: by.user_id, created_at: now, approved_by: by.user_id, approved_at: now }
  const { created_by, approved_by, approval_id, requested_at } = by
  return { created_by, created_at: requested_at, approved_by, approved_at: now, approval_id }
}

/**
 * Adds a version of the brand, writes the audit row and announces it to all processes and screens. It comes into force on
 * its date. A date before today and one person after the first payout violate constraints (409).
 */
export async function storeBrand(
  deps: BrandDeps,
  trx: Trx,
  { context, ...row }: NewVersion & { context: AuditedCaller | null },
): Promise<number> {
  const { effective_date, summary, logo, by } = row
  const content = canonicalBrand(row.content)
  const sha256 = hashBrand(content, logo)
  await takeLock(trx, 'brand')
  const version = await nextVersion(trx)
  const { id } = await trx
    .insertInto('brand_version')
    .values({
      ...{ version, summary, sha256, effective_on: effective_date, source: by.source, logo_sha256: logo },
      ...peopleOf(by, isoOf(deps.clock())),
      content: JSON.stringify(content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = { version, effective_date, summary, sha256, ...by }
  await writeAudit(deps, trx, { context, action: 'brand.published', subject: ['brand', id], after })
  await deps.events.publish(trx, { topic: 'brand', id, user_ids: [], staff: true })
  return id
}
