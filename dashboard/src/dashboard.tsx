import { RouterProvider } from '@tanstack/react-router';
import { dashboardRouter } from './routes.tsx';
import { sessionQuery } from './session/session.tsx';
import { client, show } from './show.tsx';

// No screen shows anything before it has come, so it need not wait for the texts.
void client.prefetchQuery(sessionQuery);
await show(<RouterProvider router={dashboardRouter(client)} />);
