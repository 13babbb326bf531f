import type { AccountVerificationDetail } from '@quincena/domain/accounts/verification-schema'
import { failureNames, verificationName } from '@quincena/domain/accounts/verification-words'
import { formatDateTime } from '@quincena/domain/format'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { verificationQuery } from '../account-verification/api.ts'
import classes from '../account-verification/evidence.module.css'
import { Evidence } from '../account-verification/evidence.tsx'
import { VerificationActions } from '../account-verification/verification-actions.tsx'

type Moment = AccountVerificationDetail['history'][number]

function momentText({ state, result, failure, holder_name, accepted_by }: Moment): string {
  if (state === 'pending') return 'Se envió un centavo'
  const name = verificationName({ state, result, accepted_at: accepted_by })
  const detail = accepted_by ?? holder_name ?? (failure === null ? null : failureNames[failure])
  return detail === null ? name : `${name}: ${detail}`
}

function History({ history }: Pick<AccountVerificationDetail, 'history'>) {
  return (
    <ul className={classes.history} aria-label="Historia">
      {history.map((moment) => (
        <li key={`${moment.at} ${moment.state} ${moment.transfer}`}>
          <span className={classes.moment}>{formatDateTime(moment.at)}</span> · {momentText(moment)}
        </li>
      ))}
    </ul>
  )
}

function Content({ id }: { id: number }) {
  const query = useQuery(verificationQuery(id))
  if (query.data === undefined) return <LoadState query={query} title="Error al cargar la cuenta." />
  return (
    <>
      <Evidence verification={query.data} />
      <VerificationActions verification={query.data} />
      <History history={query.data.history} />
    </>
  )
}

/** Shows one account with both names, its history and what staff can do. */
export function VerificationDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  return (
    <Dialog opened={id !== undefined} onClose={onClose} title="Titular de la cuenta" size={720}>
      {id !== undefined && <Content id={id} />}
    </Dialog>
  )
}
