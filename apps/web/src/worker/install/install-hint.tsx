import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Mark } from '../../components/mark.tsx'
import { productName } from '../../lib/brand.ts'
import { useInstall } from '../../lib/install.ts'
import { store, stored } from '../../lib/storage.ts'
import classes from './install-hint.module.css'

/** Offers to install the app if the browser supports it. After «Ahora no» it never appears again in this browser. */
export function InstallHint() {
  const install = useInstall()
  const [isDismissed, setIsDismissed] = useState(stored('install') === 'dismissed')
  if (install === undefined || isDismissed) return null
  const dismiss = () => {
    store('install', 'dismissed')
    setIsDismissed(true)
  }
  return (
    <section className={classes.hint} aria-label="Instalar la aplicación">
      <Mark size={32} />
      <p className={classes.words}>
        <span className={classes.title}>Lleva {productName()} en tu teléfono</span>
        Ábrela como cualquier app, también sin conexión.
      </p>
      <ActionIcon size={48} radius="xl" variant="subtle" color="gray" onClick={dismiss} aria-label="Ahora no">
        <IconX size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Button className={classes.install ?? ''} size="lg" variant="light" onClick={() => void install()}>
        Instalar
      </Button>
    </section>
  )
}
