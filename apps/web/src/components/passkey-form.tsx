import { Button, PasswordInput, TextInput } from '@mantine/core'
import { deviceName } from '@quincena/domain/device'
import { passkeyForm } from '@quincena/domain/sessions/passkeys'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { addPasskey } from '../lib/passkey-calls.ts'
import { FormError } from './form-error.tsx'
import { useServerForm } from './server-form.ts'
import classes from './two-factor-set-up.module.css'

/** Form that makes a passkey in this browser. `onAdded` receives the recovery codes of a first factor, else null. */
export function PasskeyForm({ onAdded }: { onAdded: (recoveryCodes: string[] | null) => unknown }) {
  const { form, refusal, formProps } = useServerForm({
    schema: passkeyForm,
    initial: { name: deviceName(navigator.userAgent) ?? '', current_password: '' },
    send: async (body) => onAdded((await addPasskey(body)).recovery_codes),
  })
  return (
    <form className={classes.form} {...formProps} aria-label="Agregar llave de acceso">
      <p className={classes.text}>
        Tu huella, tu cara o el PIN de este dispositivo, o una llave USB. Con ella entras sin escribir tu
        contraseña, y no sirve en páginas falsas.
      </p>
      <TextInput
        size="md"
        label="Nombre de la llave"
        description="Para reconocerla en tu lista."
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <PasswordInput
        size="md"
        label="Contraseña actual"
        autoComplete="current-password"
        maxLength={TEXT_LIMITS.password}
        autoFocus
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito' }}
        {...form.getInputProps('current_password')}
      />
      <FormError text={refusal} />
      <Button type="submit" size="md" fullWidth loading={form.submitting}>
        Agregar llave de acceso
      </Button>
    </form>
  )
}
