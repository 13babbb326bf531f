import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { approvalQuery } from './api.ts'
import classes from './approval-dialog.module.css'
import { ApprovalFacts } from './approval-facts.tsx'
import { ClosedPart } from './closed-part.tsx'
import { OpenPart } from './open-part.tsx'

function Content({ id }: { id: number }) {
  const query = useQuery(approvalQuery(id))
  const approval = query.data
  if (approval === undefined) return <LoadState query={query} title="Error al cargar la autorización." />
  return (
    <>
      <ApprovalFacts approval={approval} />
      {approval.state === 'open' ? <OpenPart approval={approval} /> : <ClosedPart approval={approval} />}
    </>
  )
}

/** Shows one approval with everything that the user can do with it. */
export function ApprovalDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title="Autorización"
      size={640}
      classNames={{ body: classes.body ?? '' }}
    >
      {id !== undefined && <Content key={id} id={id} />}
    </Dialog>
  )
}
