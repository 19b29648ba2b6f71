import { RouterProvider } from '@tanstack/react-router';
import { dashboardRouter } from './routes.tsx';
import { sessionQuery } from './session/session.tsx';
import { client, show } from './show.tsx';

// Neither the session nor the page's queries need to wait for the texts.
void client.prefetchQuery(sessionQuery);
const router = dashboardRouter(client);
void router.load();
await show(<RouterProvider router={router} />);
