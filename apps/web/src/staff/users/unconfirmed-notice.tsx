import { businessDay } from '@quincena/domain/dates'
import { formatDate } from '@quincena/domain/format'
import type { UnconfirmedChange, UserDetail } from '@quincena/domain/users/schema'
import { workerChangeNames } from '@quincena/domain/users/worker-change-words'
import { AnchorLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { useUser } from '../../lib/session.ts'
import { confirmationLink } from '../user/confirmation-link.ts'
import classes from './unconfirmed-notice.module.css'

const names = new Intl.ListFormat('es')
const acronyms = new Set(['RFC', 'CURP'])
const lowered = (name: string) => (acronyms.has(name) ? name : name.toLowerCase())

/** Groups the changes that one person wrote and one request confirms. */
function groupsOf(changes: readonly UnconfirmedChange[]) {
  const groups = new Map<string, UnconfirmedChange[]>()
  for (const change of changes) {
    const key = `${change.changed_by} ${change.approval?.id ?? ''}`
    groups.set(key, [...(groups.get(key) ?? []), change])
  }
  return groups
}

/** Says what to do about the changes of one request. */
function NextStep({ change: { changed_by, approval } }: { change: UnconfirmedChange }) {
  const me = useUser()
  if (approval === null)
    return 'La solicitud se rechazó o se retiró: corrige los datos, o guárdalos otra vez si están bien, y se pedirá otra.'
  const { isOwn, label, search } = confirmationLink({ changed_by, approval }, me)
  return (
    <>
      {isOwn ? 'Otra persona debe confirmarlo. ' : 'Revisa los datos y confírmalos. '}
      <AnchorLink to="/autorizaciones" search={search} inherit underline="always">
        {label}
      </AnchorLink>
    </>
  )
}

function Group({ changes }: { changes: readonly UnconfirmedChange[] }) {
  const me = useUser()
  const [first] = changes
  if (first === undefined) return null
  const { changed_by, author, changed_at } = first
  const what = names.format([...new Set(changes.map(({ field }) => lowered(workerChangeNames[field])))])
  return (
    <li>
      {changed_by === me.id ? 'Registraste' : `${author} registró`} el {formatDate(businessDay(changed_at))}:{' '}
      {what}. <NextStep change={first} />
    </li>
  )
}

/** Says what staff wrote of the worker and another person has not confirmed, who wrote it, and what to do. */
export function UnconfirmedNotice({ user }: { user: UserDetail }) {
  const groups = groupsOf(user.unconfirmed_changes ?? [])
  if (groups.size === 0) return null
  return (
    <div className={classes.notice}>
      <Notice tone="info">
        <strong>Por confirmar.</strong> No podrá firmar antes de que otra persona confirme sus datos.
        <ul className={classes.groups}>
          {[...groups].map(([key, changes]) => (
            <Group key={key} changes={changes} />
          ))}
        </ul>
      </Notice>
    </div>
  )
}
