//! A server of queues for tests: Debian's `nats-server` on a port of its own, with files in a folder of
//! its own, that can be killed and come back.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// A server that ends with its value.
pub struct Server {
    port: u16,
    folder: PathBuf,
    options: Vec<String>,
    running: Option<Child>,
}

impl Server {
    /// Starts one that keeps its files in a folder, with more options if need be.
    pub fn start(folder: &Path, options: &[&str]) -> io::Result<Server> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        let folder = folder.to_owned();
        let mut server = Server { port, folder, options, running: None };
        server.come_back()?;
        Ok(server)
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it in the middle of whatever it does.
    pub fn kill(&mut self) {
        if let Some(mut running) = self.running.take() {
            let _ = running.kill();
            let _ = running.wait();
        }
    }

    /// Starts it again with the files it has, and waits until it listens.
    pub fn come_back(&mut self) -> io::Result<()> {
        self.kill();
        let child = Command::new("nats-server")
            .args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"])
            .arg(&self.folder)
            .args(&self.options)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        self.running = Some(child);
        let at = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let begun = Instant::now();
        while let Err(error) = TcpStream::connect(at) {
            if begun.elapsed() > Duration::from_secs(30) {
                return Err(error);
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
