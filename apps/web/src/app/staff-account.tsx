import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  IconDevices,
  IconFingerprint,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconShieldLock,
} from '@tabler/icons-react'
import { useState } from 'react'
import { AccountTwoFactor } from '../staff/account/account-two-factor.tsx'
import { PasskeysDialog } from '../staff/account/passkeys-dialog.tsx'
import { PasswordDialog } from '../staff/account/password-dialog.tsx'
import { SessionsDialog } from '../staff/account/sessions-dialog.tsx'
import classes from './staff-account.module.css'

const iconProps = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

interface StaffAccountProps {
  /** Shown in the greeting. */
  firstName: string
  onShortcuts: () => void
  onSignOut: () => void
}

/** The signed-in user, with a menu for password, two-factor sign-in, passkeys, sessions, shortcuts and logout. */
export function StaffAccount({ firstName, onShortcuts, onSignOut }: StaffAccountProps) {
  const [shown, setShown] = useState<'password' | 'two-factor' | 'passkeys' | 'sessions' | null>(null)
  const close = () => setShown(null)
  return (
    <>
      <Menu position="bottom-start" shadow="md" width={264}>
        <Menu.Target>
          <UnstyledButton className={classes.person}>
            <span className={classes.initial} aria-hidden>
              {firstName.charAt(0)}
            </span>
            <span className={classes.greeting}>
              Hola, <strong>{firstName}</strong>
            </span>
            <VisuallyHidden>: tu cuenta</VisuallyHidden>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconKey {...iconProps} />} onClick={() => setShown('password')}>
            Cambiar contraseña
          </Menu.Item>
          <Menu.Item leftSection={<IconShieldLock {...iconProps} />} onClick={() => setShown('two-factor')}>
            Verificación en dos pasos
          </Menu.Item>
          <Menu.Item leftSection={<IconFingerprint {...iconProps} />} onClick={() => setShown('passkeys')}>
            Llaves de acceso
          </Menu.Item>
          <Menu.Item leftSection={<IconDevices {...iconProps} />} onClick={() => setShown('sessions')}>
            Mis sesiones
          </Menu.Item>
          <Menu.Item leftSection={<IconKeyboard {...iconProps} />} onClick={onShortcuts}>
            Atajos de teclado
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout {...iconProps} />} onClick={onSignOut}>
            Cerrar sesión
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {shown === 'password' && <PasswordDialog onClose={close} />}
      {shown === 'two-factor' && <AccountTwoFactor onClose={close} />}
      {shown === 'passkeys' && <PasskeysDialog onClose={close} />}
      {shown === 'sessions' && <SessionsDialog onClose={close} />}
    </>
  )
}
