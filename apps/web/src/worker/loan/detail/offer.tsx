import { Button } from '@mantine/core'
import { coolingOffText } from '@quincena/domain/accounts/verification-rules'
import { formatLongDate } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { messageOf } from '@quincena/domain/messages'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ActionBar } from '../../../components/action-bar.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { LenderLine } from '../../../components/phone/lender-line.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { toast } from '../../../components/toast.tsx'
import { useUser } from '../../../lib/session.ts'
import { MarketingBox } from '../../legal/marketing/marketing-box.tsx'
import { AccountCheckLine } from '../account-check.tsx'
import { failedTexts } from '../failed-texts.ts'
import { LoanHead } from '../loan-head.tsx'
import { NotCharged } from '../not-charged.tsx'
import { ReceivingAccountLine } from '../receiving-account.tsx'
import { ScheduleList } from '../schedule-list.tsx'
import { loanWords } from '../words.ts'
import { useDeclineLoan } from './api.ts'
import { CostPanel } from './loan-facts.tsx'
import type { Place } from './signing/location.ts'
import { LocationStep } from './signing/location-step.tsx'

const ConfirmEmail = lazy(async () => ({
  default: (await import('../../email/confirm-email.tsx')).ConfirmEmail,
}))

function DeclineOffer({ loan }: { loan: LoanDetail }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  const { mutateAsync } = useDeclineLoan(loan, failedTexts.decline[loan.type])
  const navigate = useNavigate()
  const { name, filter } = loanWords[loan.type]
  const decline = async () => {
    await mutateAsync()
    toast.success('Solicitud rechazada correctamente')
    await navigate({ to: '/app/requests', search: { filter } })
  }
  return (
    <>
      <Button size="lg" variant="subtle" color="gray" onClick={() => setIsDialogOpen(true)}>
        Rechazar
      </Button>
      <ConfirmDialog
        asSheet
        tone="danger"
        opened={isDialogOpen}
        title={`¿Rechazar este ${name}?`}
        text="La oferta termina y no se puede recuperar. Puedes volver a solicitar cuando quieras; rechazar no te cuesta nada."
        confirmLabel="Rechazar"
        cancelLabel="Regresar"
        onConfirm={decline}
        onClose={() => setIsDialogOpen(false)}
      />
    </>
  )
}

/** Offer that the worker can accept or reject: amount, cost, receiving account and expiry date. */
export function Offer({ loan, onPlace }: { loan: LoanDetail; onPlace: (place: Place) => void }) {
  const [isLocating, setIsLocating] = useState(false)
  const { type, schedule, receiving_account, account_check, offer_expires_on } = loan
  const waitsFor =
    loan.worker_unconfirmed === true
      ? 'worker_unconfirmed'
      : loan.documents_unreviewed === true
        ? 'documents_unreviewed'
        : null
  const { must_confirm_email } = useUser()
  const { cooling_off_until } = loan
  const isWaiting = waitsFor !== null || cooling_off_until !== undefined || must_confirm_email
  const isBlocked = isWaiting || receiving_account === null || account_check?.obstacle === 'mismatch'
  const { name } = loanWords[type]
  return (
    <>
      <div className={stack.stack}>
        <LoanHead loan={loan} cents={loan.amount} label={`Tu ${name} está aprobado. ¿Lo aceptas?`} />
        {waitsFor !== null && (
          <Panel tone="quiet">
            <p className={stack.lead}>{messageOf(waitsFor)}</p>
          </Panel>
        )}
        {cooling_off_until !== undefined && (
          <Panel tone="quiet">
            <p className={stack.lead}>{coolingOffText(cooling_off_until)}</p>
          </Panel>
        )}
        {must_confirm_email && (
          <Panel title="Confirma tu correo para firmar">
            <Suspense fallback={null}>
              <ConfirmEmail />
            </Suspense>
          </Panel>
        )}
        <CostPanel loan={loan} />
        <NotCharged />
        <Panel title="Te lo enviamos a">
          <ReceivingAccountLine account={receiving_account} />
          <AccountCheckLine check={account_check} />
        </Panel>
        {type === 'credit' && (
          <Panel title="Tus pagos">
            <ScheduleList schedule={schedule} />
          </Panel>
        )}
        {offer_expires_on !== null && (
          <p className={stack.note}>
            Puedes aceptarlo hasta el {formatLongDate(offer_expires_on, { withYear: true })}.
            {type === 'credit' && ' Las fechas de pago cuentan desde el día en que firmas.'}
          </p>
        )}
        <MarketingBox />
        <LenderLine />
      </div>
      <ActionBar row>
        <Button size="lg" disabled={isBlocked} onClick={() => setIsLocating(true)}>
          Aceptar
        </Button>
        <DeclineOffer loan={loan} />
      </ActionBar>
      <LocationStep opened={isLocating} onPlace={onPlace} onClose={() => setIsLocating(false)} />
    </>
  )
}
