import { Avatar } from '@mantine/core'
import { bankName } from '@quincena/domain/mexico/banks'
import type { User, UserDetail } from '@quincena/domain/users/schema'
import { CopyField, Field, FieldGrid } from '../../components/copy-field.tsx'
import { EmailText } from '../../components/email-text.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { pictureSource } from '../../lib/picture-source.ts'
import { CurrentAccountCard } from '../account-verification/verification-card.tsx'
import classes from './information-tab.module.css'
import { InterestCertificateCard } from './interest-certificate-card.tsx'
import { UnconfirmedNotice } from './unconfirmed-notice.tsx'

/** Badges of a worker: each has a text for yes and a text for no. */
function accountStatus(user: User) {
  return [
    { is: user.has_credit, yes: 'Crédito activo', no: 'Sin crédito activo' },
    { is: user.has_advance, yes: 'Anticipo activo', no: 'Sin anticipo activo' },
    { is: user.has_all_documents, yes: 'Documentación completa', no: 'Documentación incompleta' },
    { is: user.has_request_credit, yes: 'Solicitud de crédito', no: 'Sin solicitud de crédito' },
    { is: user.has_request_advance, yes: 'Solicitud de anticipo', no: 'Sin solicitud de anticipo' },
  ]
}

function Badges({ user }: { user: User }) {
  const isWorker = user.user_type === 'U2'
  return (
    <ul className={classes.badges} aria-label="Situación del usuario">
      {!user.is_active && (
        <li>
          <StatusBadge tone="rejected" label="Inactivo" />
        </li>
      )}
      {user.is_invited && user.is_active && (
        <li>
          <StatusBadge tone="pending" label="Invitación pendiente" />
        </li>
      )}
      {isWorker &&
        accountStatus(user).map(({ is, yes, no }) => (
          <li key={yes}>
            <StatusBadge tone={is ? 'accepted' : 'neutral'} label={is ? yes : no} />
          </li>
        ))}
    </ul>
  )
}

/** Shows the user's picture, or the initials, beside the name. */
function PersonHeader({ user }: { user: User }) {
  const { first_name, last_name, picture, key, type } = user
  const name = `${first_name} ${last_name}`
  return (
    <div className={classes.person}>
      <Avatar
        src={pictureSource(picture)}
        name={name}
        color="jade"
        size={64}
        alt={picture === null ? '' : `Foto de ${name}`}
      />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.second}>{[key, type].filter(Boolean).join(' · ')}</p>
      </div>
    </div>
  )
}

/** Shows the data of a user, each value with a copy button, and a worker's badges. */
export function InformationTab({ user }: { user: UserDetail }) {
  const isWorker = user.user_type === 'U2'
  return (
    <>
      <PersonHeader user={user} />
      <Badges user={user} />
      <UnconfirmedNotice user={user} />
      <FieldGrid>
        <CopyField label="Nombre" value={`${user.first_name} ${user.last_name}`} />
        <CopyField label="Correo electrónico" value={user.email}>
          <EmailText email={user.email} />
        </CopyField>
        <Field label="Tipo de usuario">{user.type}</Field>
        <CopyField label="INE" value={user.ine} />
        <CopyField label="CURP" value={user.curp} />
        <CopyField label="RFC" value={user.rfc} />
        <CopyField label="Dirección" value={user.address} />
        <CopyField label="Estado" value={user.state} />
        <CopyField label="Código postal" value={user.zip_code} />
        <CopyField label="Colonia" value={user.neighborhood} />
        <CopyField label="Teléfono" value={user.phone} />
        <CopyField label="Empresa" value={user.company_name ?? 'Sin empresa'} />
        {isWorker ? (
          <>
            <CopyField label="Banco" value={user.bank === null ? null : bankName(user.bank)} />
            <CopyField
              label="Número de tarjeta de débito"
              help="CLABE interbancaria"
              value={user.debit_card_number}
            />
          </>
        ) : (
          <Field label="Banco">N-A</Field>
        )}
      </FieldGrid>
      {isWorker && (
        <div className={classes.account}>
          <CurrentAccountCard user={user.id} />
          <InterestCertificateCard userId={user.id} />
        </div>
      )}
    </>
  )
}
