import type { BrandLogo } from '@quincena/domain/brand/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type AuditedCaller, type Auditing, writeAudit } from '../../audit/commands/write-audit.ts'
import type { ReadLogo } from '../rules.ts'

/** Keeps the picture of a logo under its hash; one that is there stays as it is. */
export async function storeLogo(
  deps: Auditing,
  trx: Trx,
  { context, logo }: { context: AuditedCaller | null; logo: ReadLogo },
): Promise<void> {
  const { sha256, type, width, height, bytes } = logo
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('brand_logo')
    .values({
      ...{ sha256, media_type: type, width, height, content: bytes },
      ...{ uploaded_by: context?.user.id ?? null, uploaded_at: isoOf(deps.clock()) },
    })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return
  const after = { sha256, type, width, height }
  await writeAudit(deps, trx, { context, action: 'brand.logo_uploaded', subject: ['brand', null], after })
}

/** Keeps an uploaded logo, for the draft to name. The logo in force stays until a version with the new one is. */
export function uploadLogo(deps: Deps, context: CommandContext, logo: ReadLogo): Promise<BrandLogo> {
  return runCommand(deps, context, async (trx) => {
    await storeLogo(deps, trx, { context, logo })
    const { sha256, type, width, height } = logo
    return { sha256, type, width, height }
  })
}
