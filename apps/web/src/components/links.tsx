import { ActionIcon, Anchor, Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'

/** Mantine's looks on the router's typed links. */
export const AnchorLink = createLink(Anchor<'a'>)
export const ButtonLink = createLink(Button<'a'>)
export const IconLink = createLink(ActionIcon<'a'>)
