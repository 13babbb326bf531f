import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { incomingPaymentQuery } from './api.ts'
import { ClaimPart } from './claim-part.tsx'
import { DismissedPart } from './closed-part.tsx'
import classes from './incoming-dialog.module.css'
import { IncomingFacts } from './incoming-facts.tsx'
import { OpenPart } from './open-part.tsx'
import { UsesPart } from './uses-part.tsx'

function Content({ id }: { id: number }) {
  const query = useQuery(incomingPaymentQuery(id))
  const incoming = query.data
  if (incoming === undefined) return <LoadState query={query} title="Error al cargar el abono." />
  return (
    <>
      <IncomingFacts incoming={incoming} />
      <ClaimPart incoming={incoming} />
      <UsesPart incoming={incoming} />
      {incoming.status === 'open' && <OpenPart incoming={incoming} />}
      {incoming.status === 'dismissed' && <DismissedPart incoming={incoming} />}
    </>
  )
}

/** Shows one incoming payment with everything that staff can do with it. */
export function IncomingDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title="Abono recibido"
      size={720}
      classNames={{ body: classes.body ?? '' }}
    >
      {id !== undefined && <Content id={id} />}
    </Dialog>
  )
}
