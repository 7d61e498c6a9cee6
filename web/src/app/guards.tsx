import { useState } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router';
import { type Origin, useOrigin } from '../lib/store/origin.js';
import { useAppSelector } from '../lib/store/store.js';
import { useSession } from '../lib/people/use-user.js';

/** Pages that require a session: guests are sent to the login, and back here after it. */
export function Protected() {
  const session = useSession();
  const ended = useAppSelector((state) => state.session.ended);
  const { pathname, search } = useLocation();
  const [wasHere] = useState(session !== null);
  if (session !== null) return <Outlet />;
  // A log out here leads home; if the session ended elsewhere, the login leads back here.
  if (wasHere && ended === 'left') return <Navigate to="/" replace />;
  return <Navigate to="/login" replace state={{ origin: pathname + search } satisfies Origin} />;
}

/** Pages of the person in the address: another person who is logged in is sent home. */
export function NoOneElse() {
  const session = useSession();
  const { id } = useParams();
  return session === null || session.userId === id ? <Outlet /> : <Navigate to="/" replace />;
}

/** Pages for guests; after a login they lead to where the person came from. */
export function GuestsOnly() {
  const session = useSession();
  const { origin = '/' } = useOrigin();
  return session === null ? <Outlet /> : <Navigate to={origin} replace />;
}
