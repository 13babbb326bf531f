import { Button, Tabs } from '@mantine/core'
import { mayEditUser } from '@quincena/domain/users/rules'
import type { User, UserDetail } from '@quincena/domain/users/schema'
import { IconEdit, IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Dialog } from '../../components/dialog.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { useCurrentInView } from '../../components/use-current-in-view.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { useUser } from '../../lib/session.ts'
import { ActivityTab } from '../activity/activity-tab.tsx'
import { userQuery } from '../user/api.ts'
import { BalanceTab } from './balance-tab.tsx'
import { ConsentsTab } from './consents-tab.tsx'
import { DocumentsTab } from './documents-tab.tsx'
import { InformationTab } from './information-tab.tsx'
import { LoansTab } from './loans-tab.tsx'
import { mayDelete, mayInvite, mayReactivate, mayResetTwoFactor } from './permissions.ts'
import { ResetTwoFactor } from './reset-two-factor.tsx'
import type { UserListSearch } from './search.ts'
import { type UserActions, useInvite } from './use-row-actions.tsx'
import classes from './user-dialog.module.css'

interface FootProps {
  user: User
  actions: UserActions
  /** Called before another dialog opens. */
  onClose: () => void
}

function Foot({ user, actions, onClose }: FootProps) {
  const me = useUser()
  const { invite, isPending } = useInvite()
  const leaveTo = (open: (user: User) => void) => () => {
    onClose()
    open(user)
  }
  return (
    <div className={classes.foot}>
      {mayDelete(me, user) && (
        <Button variant="subtle" color="var(--q-error)" onClick={leaveTo(actions.onDelete)}>
          Eliminar
        </Button>
      )}
      <span className={classes.gap} />
      {mayInvite(me, user) && (
        <Button
          variant="default"
          loading={isPending}
          leftSection={smallIcon(IconMailForward)}
          onClick={() => invite(user)}
        >
          Enviar invitación de nuevo
        </Button>
      )}
      {mayResetTwoFactor(me, user) && <ResetTwoFactor user={user} />}
      {mayReactivate(me, user) && (
        <Button variant="default" onClick={leaveTo(actions.onReactivate)}>
          Reactivar
        </Button>
      )}
      {mayEditUser(me, user) && (
        <Button leftSection={smallIcon(IconEdit)} onClick={leaveTo(actions.onEdit)}>
          Editar
        </Button>
      )}
    </div>
  )
}

interface Opened {
  /** The tab with which the dialog opens; default: the user's data. */
  tab?: UserListSearch['pestana']
}

/** Only workers have loans, documents and a balance. */
function UserTabs({ user, tab }: { user: UserDetail } & Opened) {
  const isWorker = user.user_type === 'U2'
  const row = useCurrentInView()
  return (
    <Tabs
      defaultValue={isWorker && tab === 'saldo' ? 'balance' : 'information'}
      keepMounted={false}
      classNames={{ panel: classes.panel ?? '', list: classes.list ?? '' }}
    >
      <Tabs.List ref={row}>
        <Tabs.Tab value="information">Información</Tabs.Tab>
        {isWorker && <Tabs.Tab value="loans">Órdenes</Tabs.Tab>}
        {isWorker && <Tabs.Tab value="documents">Documentos</Tabs.Tab>}
        {isWorker && <Tabs.Tab value="balance">Saldo</Tabs.Tab>}
        {isWorker && <Tabs.Tab value="consents">Consentimientos</Tabs.Tab>}
        <Tabs.Tab value="activity">Actividad</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="information">
        <InformationTab user={user} />
      </Tabs.Panel>
      {isWorker && (
        <>
          <Tabs.Panel value="loans">
            <LoansTab userId={user.id} isActive={user.is_active} />
          </Tabs.Panel>
          <Tabs.Panel value="documents">
            <DocumentsTab userId={user.id} />
          </Tabs.Panel>
          <Tabs.Panel value="balance">
            <BalanceTab userId={user.id} />
          </Tabs.Panel>
          <Tabs.Panel value="consents">
            <ConsentsTab userId={user.id} />
          </Tabs.Panel>
        </>
      )}
      <Tabs.Panel value="activity">
        <ActivityTab record={{ kind: 'user', id: user.id }} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Content({ id, tab, actions, onClose }: Omit<FootProps, 'user'> & Opened & { id: number }) {
  const query = useQuery(userQuery(id))
  const user = query.data
  usePageTitle(user && `${user.first_name} ${user.last_name}`)
  if (user === undefined)
    return <LoadState query={query} title="Error al obtener la información del usuario" lines={10} />
  return (
    <>
      <UserTabs user={user} tab={tab} />
      <Foot user={user} actions={actions} onClose={onClose} />
    </>
  )
}

interface UserDialogProps extends Opened {
  /** Id of the user; undefined while the dialog is closed. */
  id: number | undefined
  actions: UserActions
  onClose: () => void
}

/** Detail of a user (spec: backoffice §2). */
export function UserDialog({ id, tab, actions, onClose }: UserDialogProps) {
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title="Detalles del Usuario"
      size={720}
      classNames={{ body: classes.body ?? '' }}
    >
      {id !== undefined && <Content key={id} id={id} tab={tab} actions={actions} onClose={onClose} />}
    </Dialog>
  )
}
