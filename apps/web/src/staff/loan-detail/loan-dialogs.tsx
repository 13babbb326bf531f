import { documentLabel } from '@quincena/domain/documents/rules'
import { formatMoney } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { useNavigate } from '@tanstack/react-router'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { toast } from '../../components/toast.tsx'
import { askedText, isAsked } from '../../lib/approvals.ts'
import { useCancelLoan, useSendAgain } from '../loan/api.ts'
import { typedReason, useDecideLater } from '../loan/decide.ts'
import { typeWords } from '../loan/words.ts'
import { maskedAccount } from './account-words.ts'
import { useOpenedVersion } from './opened-version.ts'
import { useConfirmationLink } from './use-confirmation-link.ts'

interface LoanDialogProps {
  loan: LoanDetail
  opened: boolean
  onClose: () => void
}

interface DecisionDialogProps extends LoanDialogProps {
  /** Called at the confirmation, before the decision is sent. */
  onDecided: () => void
  /** Called when the decision was undone or refused. */
  onNotDone: () => void
}

const approvalTitle = '¿Aprobar solicitud?'

const nameOf = ({ user }: LoanDetail) => `${user.first_name} ${user.last_name}`

/** The documents that nobody accepted, as a text. */
function unacceptedNames({ background }: LoanDetail): string {
  const open = background?.documents.filter(({ review }) => review !== 'accepted') ?? []
  if (open.length === 0) return 'documentos'
  return new Intl.ListFormat('es-MX').format(open.map(({ kind }) => documentLabel(kind)))
}

/** Approves the request as the dialog showed it; the user can undo it for some seconds. */
function ConfirmApproval({ loan, onDecided, onNotDone, ...dialog }: DecisionDialogProps) {
  const decideLater = useDecideLater()
  const approve = () => {
    decideLater({ loan, status: 'APP', onNotDone })
    onDecided()
  }
  return (
    <ConfirmDialog
      {...dialog}
      title={approvalTitle}
      text={`${nameOf(loan)} recibirá una oferta por ${formatMoney(loan.amount)} a ${loan.period}. El dinero se envía cuando firme el contrato.`}
      confirmLabel="Aprobar"
      // The key that opens it may be a letter of a word that is typed beside the fields.
      startsAt="cancel"
      onConfirm={approve}
    />
  )
}

/** In place of the confirmation while the server would refuse it; opens the documents that nobody accepted. */
function DocumentsFirst({ loan, ...dialog }: LoanDialogProps) {
  const navigate = useNavigate()
  const link = {
    to: typeWords[loan.type].detailPath,
    params: { id: loan.id },
    search: { tab: 'documentacion' },
    replace: true,
  } as const
  return (
    <ConfirmDialog
      {...dialog}
      title={approvalTitle}
      text={`Antes de aprobar hay que aceptar ${unacceptedNames(loan)}.`}
      confirmLabel="Revisar documentos"
      cancelLabel="Cerrar"
      onConfirm={() => navigate(link)}
    />
  )
}

/** Asks before it approves; while documents wait for somebody to accept them, it leads to them instead. */
export function ApproveDialog({ loan: live, onDecided, onNotDone, ...dialog }: DecisionDialogProps) {
  // As the dialog opened: the one must not become the other under the pointer.
  const { seen: loan } = useOpenedVersion(live, dialog.opened)
  if (loan.documents_unreviewed === true) return <DocumentsFirst {...dialog} loan={loan} />
  return <ConfirmApproval {...dialog} loan={loan} onDecided={onDecided} onNotDone={onNotDone} />
}

/** Rejects the request as the dialog showed it; the user can undo it for some seconds. */
export function RejectDialog({ loan: live, onDecided, onNotDone, ...dialog }: DecisionDialogProps) {
  const { seen: loan } = useOpenedVersion(live, dialog.opened)
  const decideLater = useDecideLater()
  const reason = typedReason(live.id)
  const reject = async (typed: string) => {
    decideLater({ loan, status: 'REJ', onNotDone, ...(typed !== '' && { reason: typed }) })
    onDecided()
  }
  return (
    <ReasonDialog
      key={reason}
      {...dialog}
      record={`loan ${live.id}`}
      title="¿Rechazar solicitud?"
      text={`${nameOf(loan)} recibirá un aviso. Podrás aprobarla después.`}
      submitLabel="Rechazar"
      hint="El trabajador lo lee en su solicitud."
      initial={reason}
      onSubmit={reject}
    />
  )
}

/** In place of `SendAgainDialog` while the server would refuse it; opens the request that has to be decided first. */
export function ConfirmFirstDialog({ loan, ...dialog }: LoanDialogProps) {
  const { label, ...link } = useConfirmationLink(loan)
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      {...dialog}
      title="Datos por confirmar"
      text={`Otra persona confirma primero los datos de ${nameOf(loan)}. Después podrás enviar el dinero de nuevo.`}
      confirmLabel={label}
      cancelLabel="Cerrar"
      onConfirm={() => navigate(link)}
    />
  )
}

/** Sends a returned payout again; warns when the account is the one that returned the money. */
export function SendAgainDialog({
  loan,
  isSameAccount,
  ...dialog
}: LoanDialogProps & { isSameAccount: boolean }) {
  const { mutateAsync } = useSendAgain(loan.id)
  const send = async () => {
    const answer = await mutateAsync(undefined)
    if (isAsked(answer)) toast.info(askedText)
    else if (answer.ok) toast.success('Orden enviada a STP')
    else toast.info('STP aún no confirma la orden. La seguimos preguntando; no la repitas.')
  }
  return (
    <ConfirmDialog
      {...dialog}
      title="¿Enviar el dinero de nuevo?"
      text={
        <>
          Se enviarán <strong>{formatMoney(loan.amount)}</strong> a{' '}
          <strong>{maskedAccount(loan.user)}</strong>, de {nameOf(loan)}. Las fechas de pago cuentan desde ese
          día.
        </>
      }
      confirmLabel="Enviar de nuevo"
      onConfirm={send}
    >
      {isSameAccount && (
        <Notice tone="problem">
          Es la misma cuenta que devolvió el dinero. Confirma con el banco que ya lo recibe.
        </Notice>
      )}
    </ConfirmDialog>
  )
}

/** Cancels a signed loan whose money has not left; the server refuses once the order is claimed for sending. */
export function CancelUnsentDialog({ loan, ...dialog }: LoanDialogProps) {
  const { mutateAsync } = useCancelLoan(loan.id)
  const cancel = async (reason: string) => {
    const answer = await mutateAsync(reason)
    if (isAsked(answer)) toast.info(askedText)
    else toast.success('El préstamo fue cancelado. El dinero no salió.')
  }
  return (
    <ReasonDialog
      {...dialog}
      record={`loan ${loan.id} cancel`}
      title="¿Cancelar el préstamo?"
      text={`No se enviarán ${formatMoney(loan.amount)} a ${nameOf(loan)}, que no deberá nada. Si el dinero sale antes de que confirmes, no se cancela. Esta acción no se puede deshacer.`}
      submitLabel="Cancelar préstamo"
      cancelLabel="Volver"
      hint="El trabajador lo lee en su solicitud."
      missing="Escribe el motivo"
      onSubmit={cancel}
    />
  )
}

/** Cancels the loan of a returned payout: the worker owes nothing. */
export function CancelDialog({ loan, ...dialog }: LoanDialogProps) {
  const { mutateAsync } = useCancelLoan(loan.id)
  const cancel = async (reason: string) => {
    const answer = await mutateAsync(reason)
    toast.success(isAsked(answer) ? askedText : 'El envío fue cancelado.')
  }
  return (
    <ReasonDialog
      {...dialog}
      record={`loan ${loan.id}`}
      title="¿Cancelar el envío?"
      text="El préstamo termina sin que el trabajador deba nada. Esta acción no se puede deshacer."
      submitLabel="Cancelar envío"
      cancelLabel="Volver"
      hint="El trabajador lo lee en su solicitud."
      missing="Escribe el motivo"
      onSubmit={cancel}
    />
  )
}
