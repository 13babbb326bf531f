import { Button } from '@mantine/core'
import { useNewVersion } from '../lib/new-version.ts'
import classes from './new-version-strip.module.css'

/** Offers the version that waits. Only where nothing is being typed, asked for or signed: the page starts anew. */
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
