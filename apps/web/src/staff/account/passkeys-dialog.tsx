import { Button, PasswordInput } from '@mantine/core'
import { formatDateTime } from '@quincena/domain/format'
import { type PasskeyRow, passkeyRemoval } from '@quincena/domain/sessions/passkeys'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { FormError } from '../../components/form-error.tsx'
import { LoadState } from '../../components/load-state.tsx'
import { PasskeyForm } from '../../components/passkey-form.tsx'
import { CodesLeft, RenewCodes } from '../../components/renew-codes.tsx'
import { useServerForm } from '../../components/server-form.ts'
import { toast } from '../../components/toast.tsx'
import formClasses from '../../components/two-factor-set-up.module.css'
import { passkeysQuery, removePasskey } from '../../lib/passkey-calls.ts'
import { hasPasskeys } from '../../lib/passkeys.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { NewCodes } from './new-codes.tsx'
import classes from './sessions-dialog.module.css'

/** Asks for the password before a passkey is removed. */
function RemovalForm({ passkey, onDone }: { passkey: PasskeyRow; onDone: () => void }) {
  const { form, refusal, formProps } = useServerForm({
    schema: passkeyRemoval,
    initial: { current_password: '' },
    send: async (body) => {
      await removePasskey(passkey.id, body)
      toast.success('Llave de acceso quitada. Tus otras sesiones se cerraron.')
      onDone()
    },
  })
  return (
    <form className={formClasses.form} {...formProps} aria-label="Quitar llave de acceso">
      <p className={formClasses.text}>Con «{passkey.name}» ya no podrás entrar.</p>
      <PasswordInput
        size="md"
        label="Contraseña actual"
        autoComplete="current-password"
        maxLength={TEXT_LIMITS.password}
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito' }}
        {...form.getInputProps('current_password')}
      />
      <FormError text={refusal} />
      <Button type="submit" size="md" fullWidth color="red.7" loading={form.submitting}>
        Quitar
      </Button>
    </form>
  )
}

function PasskeyLine({ passkey, onRemove }: { passkey: PasskeyRow; onRemove: () => void }) {
  const { name, created_at, last_used_at } = passkey
  const used = last_used_at === null ? 'Aún no se usa' : `Último uso ${formatDateTime(last_used_at)}`
  return (
    <li className={classes.session}>
      <IconFingerprint size={24} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        <p className={classes.detail}>
          Agregada {formatDateTime(created_at)} · {used}
        </p>
      </div>
      <Button variant="default" size="xs" onClick={onRemove} aria-label={`Quitar ${name}`}>
        Quitar
      </Button>
    </li>
  )
}

interface PasskeyListProps {
  onAdd: () => void
  onRenew: () => void
  onRemove: (passkey: PasskeyRow) => void
}

function PasskeyList({ onAdd, onRenew, onRemove }: PasskeyListProps) {
  const query = useQuery(passkeysQuery)
  if (query.data === undefined)
    return <LoadState query={query} title="No se pudieron cargar tus llaves de acceso." lines={3} />
  const { passkeys } = query.data
  return (
    <>
      {passkeys.length === 0 && (
        <p className={formClasses.text}>
          Aún no tienes. Con una llave de acceso entras con tu huella, tu cara o un PIN.
        </p>
      )}
      <ul className={classes.sessions}>
        {passkeys.map((passkey) => (
          <PasskeyLine key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
        ))}
      </ul>
      {passkeys.length > 0 && <CodesLeft onRenew={onRenew} />}
      <Button mt="md" fullWidth onClick={onAdd} disabled={!hasPasskeys()}>
        Agregar llave de acceso
      </Button>
    </>
  )
}

type Step =
  | { name: 'list' | 'add' | 'renew' }
  | { name: 'remove'; passkey: PasskeyRow }
  | { name: 'codes'; codes: string[] }

const titles = {
  list: 'Llaves de acceso',
  add: 'Agregar llave de acceso',
  renew: 'Crear códigos nuevos',
  remove: 'Quitar llave de acceso',
  codes: 'Guarda tus códigos de recuperación',
}

/** Lists the signed-in user's passkeys, adds and removes them. */
export function PasskeysDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'list' })
  const refresh = useRefresh('two_factor')
  const showList = () => {
    void refresh()
    setStep({ name: 'list' })
  }
  const added = (codes: string[] | null) => {
    toast.success('Llave de acceso agregada. Tus otras sesiones se cerraron.')
    if (codes === null) return showList()
    setStep({ name: 'codes', codes })
  }
  return (
    <Dialog
      opened
      onClose={step.name === 'codes' ? () => undefined : onClose}
      withCloseButton={step.name !== 'codes'}
      title={titles[step.name]}
      size={480}
      closeLabel="Cerrar ventana"
    >
      {step.name === 'list' && (
        <PasskeyList
          onAdd={() => setStep({ name: 'add' })}
          onRenew={() => setStep({ name: 'renew' })}
          onRemove={(passkey) => setStep({ name: 'remove', passkey })}
        />
      )}
      {step.name === 'add' && <PasskeyForm onAdded={added} />}
      {step.name === 'renew' && (
        <RenewCodes size="md" asksCode={false} onCodes={(codes) => setStep({ name: 'codes', codes })} />
      )}
      {step.name === 'remove' && <RemovalForm passkey={step.passkey} onDone={showList} />}
      {step.name === 'codes' && <NewCodes codes={step.codes} onDone={showList} />}
    </Dialog>
  )
}
