import { Button, PasswordInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { type TwoFactorStart, twoFactorConfirmBody } from '@quincena/domain/sessions/two-factor'
import { typedCodeProblem } from '@quincena/domain/sessions/typed-code'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useQuery } from '@tanstack/react-query'
import { confirmTwoFactor, twoFactorStartQuery } from '../lib/account.ts'
import { FormError } from './form-error.tsx'
import { ErrorState } from './message-state.tsx'
import { OneTimeCodeInput } from './one-time-code-input.tsx'
import { QrCode } from './qr-code.tsx'
import { useServerForm } from './server-form.ts'
import { LinesSkeleton } from './skeletons.tsx'
import classes from './two-factor-set-up.module.css'

interface SetUpProps {
  size: 'md' | 'lg'
  onCodes: (recoveryCodes: string[]) => void
}

const groupSecret = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** The secret as a QR code for another device, as a link for this one (worker app), and as text. */
function Secret({ started, size }: { started: TwoFactorStart; size: 'md' | 'lg' }) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  return (
    <>
      <QrCode text={started.otpauth_url} label="Código QR para tu aplicación de verificación" />
      <div className={classes.key}>
        {size === 'lg' && (
          <Button component="a" href={started.otpauth_url} variant="light" size={size} fullWidth>
            Abrir en mi aplicación
          </Button>
        )}
        <p className={classes.secret}>{groupSecret(started.secret)}</p>
        <Button variant="subtle" size={size} onClick={() => copy(started.secret)}>
          {copied ? 'Clave copiada' : 'Copiar la clave'}
        </Button>
      </div>
    </>
  )
}

/** Shows the new secret for an authenticator; the first valid code turns two-factor sign-in on. */
export function TwoFactorSetUp({ size, onCodes }: SetUpProps) {
  const { data, error, refetch } = useQuery(twoFactorStartQuery)
  const { form, refusal, formProps } = useServerForm({
    schema: twoFactorConfirmBody,
    initial: { current_password: '', code: '' },
    check: ({ code }) => ({ code: typedCodeProblem(code) }),
    send: async (body) => onCodes((await confirmTwoFactor(body)).recovery_codes),
  })
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <LinesSkeleton lines={8} />
  return (
    <>
      <p className={classes.text}>
        Escanea el código con tu aplicación de verificación (Google Authenticator, Authy, 1Password…) o copia
        la clave. Después escribe los 6 dígitos que te muestra y tu contraseña.
      </p>
      <Secret started={data} size={size} />
      <form className={classes.form} {...formProps} aria-label="Activar verificación en dos pasos">
        <OneTimeCodeInput size={size} {...form.getInputProps('code')} />
        <PasswordInput
          size={size}
          label="Contraseña actual"
          autoComplete="current-password"
          maxLength={TEXT_LIMITS.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito' }}
          {...form.getInputProps('current_password')}
        />
        <FormError text={refusal} />
        <Button type="submit" size={size} fullWidth loading={form.submitting}>
          Activar
        </Button>
      </form>
    </>
  )
}
