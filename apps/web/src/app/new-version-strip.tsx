import { Button } from '@mantine/core'
import { useNewVersion } from '../lib/new-version.ts'
import classes from './new-version-strip.module.css'

/** Offers to install the waiting version. The button reloads the page, so show it only on screens without input. */
export function NewVersionStrip() {
  const start = useNewVersion()
  if (start === undefined) return null
  return (
    <div className={classes.strip} role="status">
      Hay una versión nueva
      <Button size="lg" variant="light" onClick={start}>
        Actualizar
      </Button>
    </div>
  )
}
