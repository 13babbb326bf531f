import { Button } from '@mantine/core'
import { addVoucherBody } from '@quincena/domain/bank-statements/schema'
import { Notice } from '../../components/notice.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useAddVoucher } from './api.ts'
import classes from './proof-dialog.module.css'
import { VoucherField } from './voucher-field.tsx'

/** Sends a new voucher of a payment that nothing proves yet. A refused form keeps the upload. */
export function SendVoucher({ payment, onBack }: { payment: number; onBack: () => void }) {
  const { mutateAsync } = useAddVoucher(payment)
  const { form, formProps, refusal } = useServerForm({
    schema: addVoucherBody,
    initial: { voucher: '' },
    send: async ({ voucher }) => {
      await mutateAsync(voucher)
      toast.success('Comprobante enviado. Lo confirma otra persona.')
      onBack()
    },
  })
  return (
    <form className={classes.section} {...formProps} aria-label="Enviar comprobante">
      <VoucherField {...form.getInputProps('voucher')} value={form.values.voucher} />
      {refusal !== null && <Notice tone="problem">{refusal}</Notice>}
      <div className={classes.foot}>
        <Button variant="default" onClick={onBack} disabled={form.submitting}>
          Volver
        </Button>
        <Button type="submit" loading={form.submitting}>
          Enviar comprobante
        </Button>
      </div>
    </form>
  )
}
