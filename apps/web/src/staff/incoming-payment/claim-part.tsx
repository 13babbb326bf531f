import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { formatDateTime, formatMoney } from '@quincena/domain/format'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { ChargeForm } from './charge-form.tsx'
import classes from './incoming-dialog.module.css'

type Claim = NonNullable<IncomingPayment['claim']>

/** Says what staff can do to clear the claim, and offers to charge a worker. */
function ToClarify({ id, claim }: { id: number; claim: Claim }) {
  const [isCharging, charging] = useDisclosure(false)
  if (isCharging) return <ChargeForm id={id} claim={claim} onBack={charging.close} />
  if (claim.approval !== null)
    return (
      <Notice tone="info">
        Se pidió cargar una parte al trabajador.{' '}
        <AnchorLink to="/autorizaciones" search={{ autorizacion: claim.approval }} underline="always">
          Ver la autorización
        </AnchorLink>
        .
      </Notice>
    )
  if (claim.workers.length === 0) return null
  return (
    <div className={classes.foot}>
      <Button variant="default" onClick={charging.open}>
        Cargar al trabajador
      </Button>
    </div>
  )
}

/** Says that STP took the money back, what is still to clarify of it, and what can be done about that. */
export function ClaimPart({ incoming }: { incoming: IncomingPayment }) {
  const { claim, stp_returned_at, amount, id } = incoming
  if (claim === null || stp_returned_at === null) return null
  const isOpen = claim.amount > 0
  return (
    <section className={classes.section} aria-label="STP se llevó el dinero">
      <Notice tone={isOpen ? 'problem' : 'info'}>
        <strong>STP se llevó este dinero.</strong> El {formatDateTime(stp_returned_at)} supimos que devolvió{' '}
        {formatMoney(amount)} a quien lo envió.{' '}
        {isOpen
          ? `Faltan por aclarar ${formatMoney(claim.amount)} que ya se usaron: anula lo registrado o cárgalo al trabajador que lo usó.`
          : 'No queda nada por aclarar.'}
      </Notice>
      {isOpen && <ToClarify id={id} claim={claim} />}
    </section>
  )
}
