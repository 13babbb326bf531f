import type { PaymentProof } from '@quincena/domain/bank-statements/schema'
import { ProofFile } from '../treasury/proof-file.tsx'
import { voucherFileQuery } from './api.ts'

type Voucher = NonNullable<PaymentProof['voucher']>

/** Shows the file of a voucher. */
export function VoucherFile({ voucher }: { voucher: Voucher }) {
  return <ProofFile query={voucherFileQuery(voucher)} label={voucher.file_name} />
}
