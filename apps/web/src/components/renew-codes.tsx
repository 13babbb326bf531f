import { Anchor, Button, PasswordInput } from '@mantine/core'
import { recoveryCodesBody, twoFactorOffBody } from '@quincena/domain/sessions/two-factor'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { useQuery } from '@tanstack/react-query'
import { confirmFactor, renewRecoveryCodes, twoFactorQuery } from '../lib/account.ts'
import classes from './code-field.module.css'
import { CodeField } from './code-field.tsx'
import { FormError } from './form-error.tsx'
import { useServerForm } from './server-form.ts'
import formClasses from './two-factor-set-up.module.css'

/** How many recovery codes are left, with a button that starts new ones. Nothing until that is known. */
export function CodesLeft({ onRenew }: { onRenew: () => void }) {
  const { data } = useQuery(twoFactorQuery)
  if (data === undefined) return null
  return (
    <p className={classes.left}>
      Códigos de recuperación: {data.recovery_codes_left === 1 ? 'te queda' : 'te quedan'}{' '}
      <strong>{data.recovery_codes_left}</strong>.{' '}
      <Anchor component="button" type="button" className={classes.other} onClick={onRenew}>
        Crear códigos nuevos
      </Anchor>
    </p>
  )
}

interface RenewCodesProps {
  size: 'md' | 'lg'
  /** Asks for a code too, where no dialog asks for a second factor (worker app). */
  asksCode: boolean
  onCodes: (codes: string[]) => void
}

/** Form that replaces the recovery codes by new ones. */
export function RenewCodes({ size, asksCode, onCodes }: RenewCodesProps) {
  const { form, refusal, formProps } = useServerForm({
    schema: asksCode ? twoFactorOffBody : recoveryCodesBody,
    initial: { current_password: '', code: '' },
    validateOn: 'blur',
    send: async ({ current_password }, { code }) => {
      if (asksCode) await confirmFactor({ code })
      onCodes((await renewRecoveryCodes({ current_password })).recovery_codes)
    },
  })
  return (
    <form className={formClasses.form} {...formProps} aria-label="Crear códigos nuevos">
      <p className={formClasses.text}>Los códigos que tienes dejan de servir y te damos diez nuevos.</p>
      <PasswordInput
        size={size}
        label="Contraseña actual"
        autoComplete="current-password"
        maxLength={TEXT_LIMITS.password}
        data-autofocus
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar u ocultar lo escrito' }}
        {...form.getInputProps('current_password')}
      />
      {asksCode && <CodeField size={size} {...form.getInputProps('code')} />}
      <FormError text={refusal} />
      <Button type="submit" size={size} fullWidth loading={form.submitting}>
        Crear códigos nuevos
      </Button>
    </form>
  )
}
