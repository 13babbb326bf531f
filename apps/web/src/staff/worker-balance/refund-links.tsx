import type { Refund } from '@quincena/domain/worker-balances/schema'
import { AnchorLink } from '../../components/links.tsx'

/** Links to the approval of a refund and, once it is released, to its order. */
export function RefundLinks({ refund: { id, transfer } }: { refund: Pick<Refund, 'id' | 'transfer'> }) {
  return (
    <>
      <AnchorLink to="/autorizaciones" search={{ autorizacion: id }} size="sm">
        Autorización
      </AnchorLink>
      {transfer !== null && (
        <>
          {' · '}
          <AnchorLink to="/stp" search={{ order: transfer }} size="sm">
            Orden
          </AnchorLink>
        </>
      )}
    </>
  )
}
