import './screen-mantine.css'
import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './screen-header.module.css'

interface ScreenHeaderProps {
  title: string
  /** Target of the back button without history; without `backTo` the screen has no back button. */
  backTo?: string
  /** An icon button at the right. */
  action?: ReactNode
}

/** Sticky header of a worker screen. */
export function ScreenHeader({ title, backTo, action }: ScreenHeaderProps) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const goBack = () => (canGoBack ? router.history.back() : router.navigate({ to: backTo ?? '.' }))
  return (
    <header className={classes.header} data-back={backTo !== undefined}>
      {backTo !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={48}
          radius="xl"
          onClick={() => void goBack()}
          aria-label="Regresar"
        >
          <IconArrowLeft size={22} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      <h1 className={classes.title}>{title}</h1>
      {action}
    </header>
  )
}
