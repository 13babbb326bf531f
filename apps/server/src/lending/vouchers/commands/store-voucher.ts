import { createHash, randomUUID } from 'node:crypto'
import type { VoucherAnswer } from '@quincena/domain/bank-statements/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runUpload } from '../../../command/run-upload.ts'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

/** A checked file: an image without its metadata, or a PDF that opens. */
export interface VoucherFile {
  name: string
  media_type: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp'
  bytes: Uint8Array
}

/** The storage key of a voucher's file. */
export const voucherKey = (id: string) => `vouchers/${id}`

/** Stores a voucher before its payment is registered. One that no payment names stays without effect. */
export async function storeVoucher(
  deps: Deps,
  context: CommandContext,
  { name, media_type, bytes }: VoucherFile,
): Promise<VoucherAnswer> {
  const id = randomUUID()
  const file_name = name.slice(-120)
  const row = { file_name, media_type, size_bytes: bytes.byteLength }
  const file = { storage_key: voucherKey(id), media_type, bytes, fields: { file_name } }
  const work = async (trx: Trx) => {
    await trx
      .insertInto('payment_voucher')
      .values({
        ...{ id, ...row, uploaded_by: context.user.id, created_at: isoOf(deps.clock()) },
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })
      .execute()
    return { voucher: id, ...row }
  }
  return runUpload(deps, context, { ...file, work })
}

/** Throws `payment.voucher_unknown` (422, at `voucher`) unless the user uploaded it. */
export async function requireOwnVoucher(db: Db | Trx, { user }: CommandContext, id: string): Promise<void> {
  const found = await db
    .selectFrom('payment_voucher')
    .select('id')
    .where('id', '=', id)
    .where('uploaded_by', '=', user.id)
    .executeTakeFirst()
  if (found === undefined)
    throw new AppError('payment.voucher_unknown', 422, { fields: { voucher: 'payment.voucher_unknown' } })
}
