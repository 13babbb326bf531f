import { Button, Textarea } from '@mantine/core'
import { formatMoney } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import { ownDepositBody } from '@quincena/domain/treasury/own-movements'
import { useDraft } from '../../components/draft.ts'
import { DraftNotice } from '../../components/draft-notice.tsx'
import { useLeaveGuard } from '../../components/leave-guard.tsx'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { explainByToast, useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import { useRequestDeposit } from './api.ts'
import classes from './incoming-dialog.module.css'

/** Asks for an explanation and requests that the money is booked as the lender's own deposit, which an admin approves. */
export function DepositForm({ incoming, onBack }: { incoming: IncomingPayment; onBack: () => void }) {
  const { mutateAsync } = useRequestDeposit(incoming.id)
  const { form, formProps } = useServerForm({
    schema: ownDepositBody.pick({ note: true }),
    initial: { note: '' },
    explain: explainByToast,
    send: async ({ note }) => {
      await mutateAsync(note)
      toast.success('Se registra cuando un administrador lo autorice.')
      onBack()
    },
  })
  const draft = useDraft(`own-deposit ${incoming.id}`, form)
  const guard = useLeaveGuard(form.isDirty() && !form.submitting, onBack)
  return (
    <section className={classes.section} aria-label="Depósito nuestro">
      <h3 className={classes.title}>¿Es dinero nuestro que depositamos en STP?</h3>
      <form {...formProps}>
        <DraftNotice draft={draft} />
        <Textarea
          label="Explicación"
          description={`Los ${formatMoney(incoming.amount)} quedan como dinero que el prestamista puso, no como pago de alguien. Lo autoriza un administrador distinto de ti.`}
          maxLength={300}
          rows={3}
          autoFocus
          {...form.getInputProps('note')}
        />
        <div className={classes.foot}>
          <Button variant="default" onClick={guard.close} disabled={form.submitting}>
            Volver
          </Button>
          <Button type="submit" loading={form.submitting}>
            Pedir que se registre
          </Button>
        </div>
        {guard.question}
      </form>
    </section>
  )
}

/** Says that somebody asked to book the money as the lender's own deposit. */
export function DepositRequest({ incoming: { own_deposit } }: { incoming: IncomingPayment }) {
  const { approval = null } = own_deposit ?? {}
  if (approval === null) return null
  return (
    <section className={classes.section} aria-label="Depósito por autorizar">
      <Notice tone="info">
        Se pidió registrarlo como depósito nuestro.{' '}
        <AnchorLink to="/autorizaciones" search={{ autorizacion: approval }} underline="always">
          Ver la autorización
        </AnchorLink>
        . Si usas el dinero antes, la solicitud queda sin efecto.
      </Notice>
    </section>
  )
}
