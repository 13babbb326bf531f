import type { BrandDetail } from '@quincena/domain/brand/schema'
import type { Day } from '@quincena/domain/dates'
import type { Actor } from '../../../command/context.ts'
import type { Db } from '../../../db/types.ts'
import { getApproval, hasLent } from '../../approvals/queries.ts'
import { presentBrandDraft, presentVersions } from '../presenters.ts'
import { findDraft, findOpenPublication } from './drafts.ts'
import { listWithPeople } from './versions.ts'

/** All versions of the brand, its draft and the publication that waits. */
export async function getBrand(db: Db, { actor, today }: { actor: Actor; today: Day }): Promise<BrandDetail> {
  const [rows, draft, open, has_paid_out] = await Promise.all([
    listWithPeople(db),
    findDraft(db),
    findOpenPublication(db),
    hasLent(db),
  ])
  return {
    is_alone_allowed: !has_paid_out,
    versions: presentVersions(rows, today),
    draft: draft === undefined ? null : presentBrandDraft(draft),
    approval: open === undefined ? null : await getApproval(db, actor, open),
  }
}
